// The address of the worker with the players for the page in one file: its text is inside this script. There is no
// network.

const workerText = 'WORKER';

export function workerAddress() {
  return new URL(URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' })));
}

export function networkAddress() {
  return null;
}
