import { fileURLToPath } from 'node:url'
import { defineConfig, type OxlintOverride } from 'oxlint'
import {
  ALLOWED_PACKAGES,
  AREAS,
  allowedSentence,
  areaOf,
  areaSentence,
  BUNDLED_PACKAGES,
  FOLDERS_WITHOUT_NODE,
  homeSentence,
  isInside,
  LAYERED,
  PACKAGE_HOMES,
  packagePattern,
  RENDERER_DEPENDENCIES,
  RUNTIME_PACKAGES,
} from './scripts/kit/import-law.mjs'

type Ban = { readonly regex: string; readonly message: string }

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react'],
  jsPlugins: [fileURLToPath(new URL('scripts/kit/own-lines.mjs', import.meta.url))],
  categories: { correctness: 'error' },
  ignorePatterns: ['node_modules', 'dist', 'test/arch/canary'],
  rules: {
    // Lengths. `npm run check` names the files above 250 lines; 400 is where it fails.
    'max-lines': ['error', { max: 400 }],
    'tessera/own-lines': ['error', { max: 40 }],
    'max-params': ['error', { max: 3 }],
    'max-depth': ['error', { max: 3 }],
    complexity: ['error', { max: 10 }],

    // Types say the truth: no way around the compiler but the one that `border.ts` files keep.
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/ban-ts-comment': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',

    // Our services and repositories are closures, not classes: their methods need no `this`.
    'typescript/unbound-method': 'off',
    // A warning for the React compiler, which we do not use.
    'react/incompatible-library': 'off',

    // Modules: what a file gives and takes can be read off its first lines.
    'import/no-default-export': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '@fontsource-variable/**'] }],
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'unicorn/prefer-node-protocol': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
  },
  overrides: [
    { files: ['**/border.ts'], rules: { 'typescript/consistent-type-assertions': 'off' } },
    {
      // JSX is declarative: a component that only lays out a screen is long without being complicated.
      files: ['renderer/**/*.tsx'],
      rules: { 'tessera/own-lines': ['error', { max: 80 }] },
    },
    {
      // Reading a typed array takes a `??`, which counts as a branch.
      files: ['main/segment/**'],
      rules: { complexity: ['error', { max: 18 }] },
    },
    {
      // A list of prepared statements is a table to read, not a procedure.
      files: ['main/storage/**/*.sql.ts'],
      rules: { 'tessera/own-lines': 'off' },
    },
    {
      files: ['test/**', 'bench/**'],
      plugins: ['vitest'],
      rules: {
        'tessera/own-lines': 'off',
        'max-params': 'off',
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
      },
    },
    {
      files: ['*.config.ts', '.*.mjs', 'scripts/vite/*.ts', 'scripts/kit/resolve.mjs', 'scripts/kit/own-lines.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['common/**', 'main/core/**'], rules: pureCode() },
    ...LAYERED.flatMap(({ place, without }) => without.map((each) => plainLayer(place, each))),
    ...restrictedFolders().map(importLaw),
  ],
})

/** No clock, no chance, no environment: a port hands them in, so that the same input gives the same output. */
function pureCode(): NonNullable<OxlintOverride['rules']> {
  const message = 'common and core have no clock, no chance and no environment of their own: take them as a port.'
  const ban = (object: string, property: string) => ({ object, property, message })
  const globals = ['process', 'performance', 'crypto', 'fetch', 'setTimeout', 'setInterval', 'setImmediate']
  return {
    'no-restricted-properties': ['error', ban('Date', 'now'), ban('Math', 'random')],
    'no-restricted-globals': ['error', ...globals.map((name) => ({ name, message }))],
  }
}

/** A layer that knows nothing of the browser: what it needs of it, a layer above hands in. */
function plainLayer(place: string, { layer, globals }: (typeof LAYERED)[number]['without'][number]): OxlintOverride {
  const message = `${place}/${layer} knows nothing of the browser: a layer above hands in what it needs.`
  const banned = globals.map((name) => ({ name, message }))
  return { files: [`${place}/${layer}/**`], rules: { 'no-restricted-globals': ['error', ...banned] } }
}

/** Every folder with rules of its own, outer ones first: the last override that matches a file is the one that counts. */
function restrictedFolders(): string[] {
  const folders = [AREAS, ALLOWED_PACKAGES].flatMap((rules) => rules.map(({ folder }) => folder))
  const homes = PACKAGE_HOMES.flatMap((home) => home.folders)
  return [...new Set([...folders, ...homes])].toSorted((a, b) => a.length - b.length)
}

function importLaw(folder: string): OxlintOverride {
  const bans = [...areaBans(folder), ...nodeBans(folder), ...packageBans(folder)]
  return { files: [`${folder}/**`], rules: { 'no-restricted-imports': ['error', { patterns: bans }] } }
}

function areaBans(folder: string): Ban[] {
  const area = areaOf(folder)
  if (!area) return []
  const banned = AREAS.filter(({ name }) => name !== area.name && !area.imports.includes(name))
  const aliases = [...banned.map(({ alias }) => alias), '#test']
  return [{ regex: `^(${aliases.join('|')})/`, message: areaSentence(area) }]
}

function nodeBans(folder: string): Ban[] {
  const isBanned = FOLDERS_WITHOUT_NODE.some((pure) => isInside(folder, pure))
  return isBanned
    ? [{ regex: '^node:', message: `${folder} knows no Node: what it needs of the machine is a port.` }]
    : []
}

function packageBans(folder: string): Ban[] {
  const homes = PACKAGE_HOMES.filter(({ folders }) => !folders.some((home) => isInside(folder, home)))
  return [
    ...allowedBans(folder),
    ...homes.map((home) => ({ regex: `^${packagePattern(home.packages)}`, message: homeSentence(home) })),
    ...bundleBans(folder),
  ]
}

function allowedBans(folder: string): Ban[] {
  const allowed = ALLOWED_PACKAGES.findLast((rule) => isInside(folder, rule.folder))
  if (!allowed) return []
  const banned = [...RUNTIME_PACKAGES, ...BUNDLED_PACKAGES].filter((name) => !allowed.packages.includes(name))
  return [{ regex: `^${packagePattern(banned)}`, message: allowedSentence(allowed) }]
}

/** The core runs from source with the installed packages; the page carries its own. */
function bundleBans(folder: string): Ban[] {
  if (isInside(folder, 'renderer')) {
    const banned = RUNTIME_PACKAGES.filter((name) => !RENDERER_DEPENDENCIES.includes(name))
    return [
      {
        regex: `^${packagePattern(banned)}`,
        message: 'This package is for the core; the page reaches the core by its contract.',
      },
    ]
  }
  const banned = BUNDLED_PACKAGES.filter((name) => name !== 'electron')
  return [
    {
      regex: `^${packagePattern(banned)}`,
      message: 'This is a development package: an installed Tessera does not have it.',
    },
  ]
}
