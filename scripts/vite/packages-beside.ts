/**
 * Packages that lie beside the bundles: addons with the libraries beside them, and the program that reads text with its data, both of which
 * are files. All others go into the bundles, as far as they are used. `electron-builder.yml` packs these and what they need, which
 * `npm run check` looks at.
 */
export const PACKAGES_BESIDE = [
  ...['better-sqlite3', 'keytar', 'onnxruntime-node', 'sharp'],
  ...['tesseract.js-core', '@tesseract.js-data/eng'],
]
