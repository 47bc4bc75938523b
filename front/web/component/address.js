// The addresses of the worker with the players and of the network: both are next to this module. The page in one file
// uses alone.js instead.

export function workerAddress() {
  return new URL('./eleven-players.js', import.meta.url);
}

export function networkAddress() {
  return new URL('./eleven-network.weights', import.meta.url).href;
}
