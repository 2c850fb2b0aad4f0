/**
 * The import law: which area may import which, and where packages may be used. `oxlint.config.ts` enforces it on the
 * text of imports, `.dependency-cruiser.mjs` on the files that they resolve to.
 */
import manifest from '../../package.json' with { type: 'json' }

/**
 * @typedef {object} Area a folder behind one alias, and the areas below it that it may import
 * @property {string} name
 * @property {string} folder
 * @property {string} alias
 * @property {readonly string[]} imports
 */

const SIBLINGS = ['servers', 'tasks', 'formats', 'transforms', 'inference', 'segment', 'training', 'storage', 'remote']

/**
 * Areas that siblings share. Encoded images are opened in one module, which knows their kinds and limits. Images are
 * prepared for a model by the same steps as the images on which it was trained. Processes are started in one way, which
 * a shell may replace, and folders are created in one way.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const SHARED = {
  storage: ['decoding', 'processes', 'disk'],
  tasks: ['processes'],
  transforms: ['decoding'],
  segment: ['decoding'],
  inference: ['transforms', 'decoding', 'processes', 'disk'],
}

/** @type {readonly Area[]} */
export const AREAS = [
  { name: 'common', folder: 'common', alias: '#common', imports: [] },
  mainArea('core', ['common']),
  ...SIBLINGS.map((name) => mainArea(name, [...(SHARED[name] ?? []), 'core', 'common'])),
  mainArea('decoding', ['core', 'common']),
  mainArea('processes', []),
  mainArea('disk', []),
  mainArea('compose', [...SIBLINGS, 'decoding', 'processes', 'disk', 'core', 'common']),
  mainArea('station', ['compose', 'core', 'common']),
  mainArea('desktop', ['compose', 'processes', 'disk', 'core', 'common']),
  { name: 'preload', folder: 'preload', alias: '#preload', imports: ['common'] },
  rendererArea('words', ['common']),
  rendererArea('data', ['words', 'common']),
  rendererArea('ui', ['data', 'words', 'common']),
  rendererArea('canvas', ['ui', 'data', 'words', 'common']),
  rendererArea('tools', ['canvas', 'ui', 'data', 'words', 'common']),
  rendererArea('features', ['tools', 'canvas', 'ui', 'data', 'words', 'common']),
  rendererArea('shell', ['features', 'tools', 'canvas', 'ui', 'data', 'words', 'common']),
  rendererArea('entry', ['shell', 'features', 'tools', 'canvas', 'ui', 'data', 'words', 'common']),
]

/**
 * @typedef {object} Layered a place whose folders lie above each other
 * @property {string} place
 * @property {'above' | 'below'} files where the files in the place itself lie: above all folders, or below
 * @property {readonly (readonly string[])[]} layers from the top; one imports those below it, and none beside it
 * @property {readonly string[]} apart layers whose folders know nothing of each other, nor of the files beside them
 * @property {readonly { layer: string, packages: readonly string[], globals: readonly string[] }[]} without what a layer does not use
 */

/** @type {readonly Layered[]} */
export const LAYERED = [
  {
    place: 'main/core',
    files: 'below',
    layers: [
      ['remote'],
      ['management'],
      ['workflows', 'events'],
      ['models'],
      ['exchange'],
      ['trash'],
      ['versions'],
      ['curation'],
      ['annotation'],
      ['dataset'],
      ['tasks'],
      ['access'],
      ['time'],
    ],
    apart: [],
    without: [],
  },
  {
    place: 'renderer/features/annotate',
    files: 'above',
    layers: [['session'], ['panels', 'stage'], ['tools'], ['parts'], ['commands'], ['effects'], ['editor'], ['model']],
    apart: ['panels', 'tools'],
    without: [
      {
        layer: 'model',
        packages: ['react', 'react-dom', 'react-aria-components', '@tanstack/react-query', 'lucide-react'],
        globals: ['document', 'window', 'navigator', 'location', 'localStorage', 'sessionStorage', 'indexedDB'],
      },
    ],
  },
]

/** Features may only import from this folder of another feature. */
export const ENTRANCE = { place: 'renderer/features', folder: 'entrance' }

/** Folders that may use only these packages. */
export const ALLOWED_PACKAGES = [
  { folder: 'common', packages: ['zod'] },
  { folder: 'common/contract', packages: ['zod', '@orpc/contract'] },
  { folder: 'main/core', packages: ['zod', 'any-ascii'] },
  { folder: 'preload', packages: ['electron'] },
]

/** Packages that may only be used in these folders. */
export const PACKAGE_HOMES = [
  { packages: ['electron'], folders: ['main/desktop', 'preload'] },
  { packages: ['keytar'], folders: ['main/compose/secrets'] },
  { packages: ['fastify', 'fastify-type-provider-zod', '@fastify/*'], folders: ['main/servers'] },
  { packages: ['better-sqlite3'], folders: ['main/storage'] },
  { packages: ['ajv', 'ajv-formats'], folders: ['main/storage/events', 'main/servers/events'] },
  { packages: ['sharp'], folders: ['main/decoding'] },
  { packages: ['saxes'], folders: ['main/formats'] },
  { packages: ['pbf'], folders: ['main/formats', 'main/inference'] },
  { packages: ['onnxruntime-node'], folders: ['main/inference'] },
  { packages: ['@huggingface/tokenizers', 'tesseract.js-core'], folders: ['main/inference'] },
]

/** Installed packages that the page may include besides those that are bundled into it. */
export const RENDERER_DEPENDENCIES = ['zod', '@orpc/client', '@orpc/contract']

export const RUNTIME_PACKAGES = Object.keys(manifest.dependencies)
export const BUNDLED_PACKAGES = Object.keys(manifest.devDependencies)

/** Folders without Node: the page, the code that it shares with the core, and the core itself. */
export const FOLDERS_WITHOUT_NODE = ['common', 'main/core', 'preload', 'renderer']

/**
 * @param {string} name
 * @param {readonly string[]} imports
 * @returns {Area}
 */
function mainArea(name, imports) {
  return { name, folder: `main/${name}`, alias: `#${name}`, imports }
}

/**
 * @param {string} name
 * @param {readonly string[]} imports
 * @returns {Area}
 */
function rendererArea(name, imports) {
  const names = imports.map((below) => (below === 'common' ? below : `renderer/${below}`))
  return { name: `renderer/${name}`, folder: `renderer/${name}`, alias: `#renderer/${name}`, imports: names }
}

/**
 * Returns the area of a file or folder.
 * @param {string} path
 */
export function areaOf(path) {
  return AREAS.find((area) => isInside(path, area.folder))
}

/** @param {string} path @param {string} folder */
export function isInside(path, folder) {
  return path === folder || path.startsWith(`${folder}/`)
}

/**
 * Returns the layers that one may not import: those above it and beside it.
 * @param {Layered} layered
 * @param {string} layer
 */
export function layersOver({ layers }, layer) {
  const own = layers.findIndex((names) => names.includes(layer))
  return layers.slice(0, own + 1).flatMap((names) => names.filter((name) => name !== layer))
}

/**
 * Returns whether the order forbids an import between two folders of a place; "." is the place itself.
 * @param {Layered} layered
 * @param {string} from
 * @param {string} to
 */
export function leadsUpwards(layered, from, to) {
  if (from === '.') return layered.files === 'below'
  return to === '.' ? layered.files === 'above' : layersOver(layered, from).includes(to)
}

/** @param {Area} area */
export function areaSentence(area) {
  const aliases = AREAS.filter(({ name }) => area.imports.includes(name)).map(({ alias }) => alias)
  return aliases.length === 0
    ? `${area.name} may import no other area.`
    : `${area.name} may import ${list(aliases)} only.`
}

/** @param {{ folder: string, packages: readonly string[] }} allowed */
export function allowedSentence({ folder, packages }) {
  return packages.length === 0
    ? `${folder} uses no package.`
    : `${folder} may use ${list(packages)} and no other package.`
}

/** @param {{ packages: readonly string[], folders: readonly string[] }} home */
export function homeSentence({ packages, folders }) {
  const first = packages[0]
  return `${first} belongs to ${list(folders)} only.`
}

/** @param {readonly string[]} words */
export function list(words) {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/**
 * Returns a regular expression source that matches any of the packages or a path in them.
 * @param {readonly string[]} packages
 */
export function packagePattern(packages) {
  const names = packages.map((name) => name.replaceAll('.', '\\.').replace('*', '[^/]+'))
  return `(${names.join('|')})(/|$)`
}
