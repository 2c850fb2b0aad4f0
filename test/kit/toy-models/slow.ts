import { heavyDetector } from './heavy-detector.ts'

/**
 * A detector one run of which takes a thread about this long, on one core of a machine that does some 110·10⁹ operations
 * a second; the caller measures how long it is where it stands.
 */
export function slowDetector(seconds = 2): Uint8Array {
  return heavyDetector({ side: 640, gigaflops: seconds * 110, channels: 128 })
}
