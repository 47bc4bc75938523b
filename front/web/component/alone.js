// Where the players' worker is in the page that is one file: in this very script. There is no network beside it.

const workerText = 'WORKER';

export function workerAddress() {
  return new URL(URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' })));
}

export function networkAddress() {
  return null;
}
