/** The import law again, this time on the files that imports resolve to: a clever spelling does not get past it. */
import { resolve } from 'node:path'
import {
  ALLOWED_PACKAGES,
  AREAS,
  allowedSentence,
  areaSentence,
  BUNDLED_PACKAGES,
  ENTRANCE,
  FOLDERS_WITHOUT_NODE,
  homeSentence,
  LAYERED,
  layersOver,
  list,
  PACKAGE_HOMES,
  packagePattern,
  RENDERER_DEPENDENCIES,
  RUNTIME_PACKAGES,
} from './scripts/kit/import-law.mjs'

const PRODUCT = folders(['common', 'main', 'preload', 'renderer'])

/** Files that are started by name, not imported: the shells, the page, worker threads and host processes; and types of packages. */
const STARTED = [
  '[.]d[.]ts$',
  '/(main|preload)[.]tsx?$',
  '^main/.+(worker|process)[.]ts$',
  '^(test|bench|scripts)/',
  '^[^/]+$',
]

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...shapeRules(), ...areaRules(), ...LAYERED.flatMap(layerRules), entranceRule(), ...packageRules()].map(
    (rule) => ({
      ...rule,
      severity: 'error',
    }),
  ),
  options: {
    // TypeScript 7 has no API to parse with. Without swc this tool reads no file at all and is content:
    // test/arch/law.test.ts proves that it reads ours.
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: ['^test/arch/canary/', '^dist/'] },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    webpackConfig: { fileName: resolve(import.meta.dirname, 'scripts/kit/resolve.mjs') },
  },
}

/** @returns {Rule[]} */
function shapeRules() {
  return [
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one file, or lack a third one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'Nobody imports this file, and it imports nothing.',
      from: { orphan: true, pathNot: STARTED },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'This import leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
  ]
}

/** @returns {Rule[]} */
function areaRules() {
  return [
    ...AREAS.map(areaRule),
    {
      name: 'product-without-tests',
      comment: 'The program imports neither its tests nor its tools.',
      from: { path: PRODUCT },
      to: { path: folders(['test', 'bench', 'scripts']) },
    },
  ]
}

/** @returns {Rule[]} */
function packageRules() {
  return [
    ...FOLDERS_WITHOUT_NODE.map(nodeRule),
    ...ALLOWED_PACKAGES.map(allowedRule),
    ...PACKAGE_HOMES.map(homeRule),
    {
      name: 'main-runs-installed',
      comment: 'This is a development package: an installed Tessera does not have it.',
      from: { path: folders(['main']) },
      to: { path: installed(BUNDLED_PACKAGES.filter((name) => name !== 'electron')) },
    },
    {
      name: 'renderer-carries-its-own',
      comment: 'This package is for the core; the page reaches the core by its contract.',
      from: { path: folders(['renderer']) },
      to: { path: installed(RUNTIME_PACKAGES.filter((name) => !RENDERER_DEPENDENCIES.includes(name))) },
    },
  ]
}

/** @param {import('./scripts/kit/import-law.mjs').Area} area @returns {Rule} */
function areaRule(area) {
  const allowed = AREAS.filter(({ name }) => name === area.name || area.imports.includes(name))
  return {
    name: `area-${area.name.replace('/', '-')}`,
    comment: areaSentence(area),
    from: { path: folders([area.folder]) },
    to: { path: PRODUCT, pathNot: folders(allowed.map(({ folder }) => folder)) },
  }
}

/** @param {import('./scripts/kit/import-law.mjs').Layered} layered @returns {Rule[]} */
function layerRules(layered) {
  const { place, layers, apart, without } = layered
  const name = place.split('/').at(-1)
  const own = `^${place}/[^/]+$`
  const all = layers.flat().map((layer) => `^${place}/${layer}/`)
  return [
    ...(layered.files === 'below'
      ? [
          {
            name: `layer-${name}`,
            comment: `Files in ${place} lie below its folders.`,
            from: { path: own },
            to: { path: all },
          },
        ]
      : []),
    ...layers.flat().flatMap((layer) => {
      const over = layersOver(layered, layer).map((each) => `^${place}/${each}/`)
      const path = layered.files === 'above' ? [own, ...over] : over
      const rule = { name: `layer-${name}-${layer}`, comment: `${place}/${layer} imports what lies below it only.` }
      // The topmost may import everything: an empty list would match all.
      return path.length === 0 ? [] : [{ ...rule, from: { path: folders([`${place}/${layer}`]) }, to: { path } }]
    }),
    ...apart.map((layer) => ({
      name: `apart-${name}-${layer}`,
      comment: `A folder of ${place}/${layer} knows nothing of those beside it: what both need lies below.`,
      from: { path: `^${place}/${layer}/([^/]+)/` },
      to: { path: `^${place}/${layer}/`, pathNot: `^${place}/${layer}/$1/` },
    })),
    ...without.map(({ layer, packages }) => ({
      name: `packages-${name}-${layer}`,
      comment: `${place}/${layer} uses neither ${list(packages)}.`,
      from: { path: folders([`${place}/${layer}`]) },
      to: { path: installed(packages) },
    })),
  ]
}

/** @returns {Rule} */
function entranceRule() {
  const { place, folder } = ENTRANCE
  return {
    name: 'by-the-entrance',
    comment: `A feature imports of another one only what lies in its folder ${folder}.`,
    from: { path: `^${place}/([^/]+)/` },
    to: { path: `^${place}/`, pathNot: [`^${place}/$1/`, `^${place}/[^/]+/${folder}/`] },
  }
}

/** @param {string} folder @returns {Rule} */
function nodeRule(folder) {
  return {
    name: `no-node-${folder.replace('/', '-')}`,
    comment: `${folder} knows no Node: what it needs of the machine is a port.`,
    from: { path: folders([folder]) },
    to: { dependencyTypes: ['core'] },
  }
}

/** @param {typeof ALLOWED_PACKAGES[number]} allowed @returns {Rule} */
function allowedRule(allowed) {
  const inner = ALLOWED_PACKAGES.filter(({ folder }) => folder.startsWith(`${allowed.folder}/`))
  return {
    name: `packages-${allowed.folder.replace('/', '-')}`,
    comment: allowedSentence(allowed),
    from: {
      path: folders([allowed.folder]),
      ...(inner.length > 0 && { pathNot: folders(inner.map(({ folder }) => folder)) }),
    },
    to: { path: 'node_modules/', ...(allowed.packages.length > 0 && { pathNot: installed(allowed.packages) }) },
  }
}

/** @param {typeof PACKAGE_HOMES[number]} home @returns {Rule} */
function homeRule(home) {
  return {
    name: `home-${home.packages[0]}`,
    comment: homeSentence(home),
    from: { path: PRODUCT, pathNot: folders(home.folders) },
    to: { path: installed(home.packages) },
  }
}

/** @param {readonly string[]} names */
function folders(names) {
  return `^(${names.join('|')})/`
}

/** @param {readonly string[]} packages */
function installed(packages) {
  return `node_modules/(@types/)?${packagePattern(packages)}`
}
