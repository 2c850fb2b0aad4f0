/**
 * Packages beside the bundles: addons with their libraries, and the OCR program with its data, both of which are files.
 * All other packages go into the bundles as far as they are used. `electron-builder.yml` packs these and their
 * dependencies, which `npm run check` verifies.
 */
export const PACKAGES_BESIDE = [
  'better-sqlite3',
  'keytar',
  'onnxruntime-node',
  'sharp',
  'tesseract.js-core',
  '@tesseract.js-data/eng',
]
