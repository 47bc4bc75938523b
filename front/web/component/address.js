// Where the players' worker and the network are: beside this module. The page in one file has alone.js instead.

export function workerAddress() {
  return new URL('./eleven-players.js', import.meta.url);
}

export function networkAddress() {
  return new URL('./eleven-network.weights', import.meta.url).href;
}
