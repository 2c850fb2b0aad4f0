import { heavyDetector } from './heavy-detector.ts'

/**
 * Makes a detector whose run takes about this many seconds on one core with some 110·10⁹ operations per second. The
 * caller measures the real duration.
 */
export function slowDetector(seconds = 2): Uint8Array {
  return heavyDetector({ side: 640, gigaflops: seconds * 110, channels: 128 })
}
