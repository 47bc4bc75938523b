// Where the network is: in the file next to these modules, or where the program says.
import { fileAddress } from './file_address.js';

let source;

// An address (a text or a URL; in Node also a path), or the bytes of the file.
export function useNetwork(addressOrBytes) {
  source = addressOrBytes;
}

// null if a bundler has moved this module away from its file.
export function networkSource() {
  if (source !== undefined) return source;
  try {
    return fileAddress();
  } catch {
    return null;
  }
}
