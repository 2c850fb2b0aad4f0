/** Notices for parts of the program that are not npm packages, or that contain libraries. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from '../kit/paths.mjs'
import { packagedNodeVersion, readLock } from './lock.mjs'
import { keptText } from './texts.mjs'

/** @typedef {{ title: string, text: string }} Part */
/** @typedef {import('./shipped.mjs').ShippedPackage} ShippedPackage */

/** Location of the packages beside the bundles. */
const BESIDE = {
  desktop: 'resources/app.asar.unpacked/node_modules/@img (Contents/Resources on macOS)',
  station: 'app/node_modules/@img',
}

/**
 * @param {import('./shipped.mjs').ShippedProgram} program @param {readonly ShippedPackage[]} shipped
 * @param {import('./payload.mjs').PackTarget} [target] of a station
 * @returns {Part[]}
 */
export function partsOf(program, shipped, target) {
  const version = versionOf(shipped)
  const vips = shipped.filter(({ path }) => existsSync(fromRoot(path, 'versions.json')))
  return [
    ...(target === undefined ? electronParts(readLock()['node_modules/electron']?.version ?? '') : [nodePart(target)]),
    ...vips.map((found) => vipsPart(found, BESIDE[program])),
    onnxPart(version('onnxruntime-node')),
    { title: `SQLite ${sqliteVersion()}`, text: SQLITE },
    tesseractPart(version('tesseract.js-core')),
    { title: 'Fonts: Inter and JetBrains Mono', text: FONTS },
    swaggerPart(),
  ]
}

/** @param {readonly ShippedPackage[]} shipped @returns {(name: string) => string} */
function versionOf(shipped) {
  return (name) => {
    const found = shipped.find((one) => one.name === name)
    if (found === undefined) throw new Error(`The notices describe ${name}, which does not ship.`)
    return found.version
  }
}

/** @param {string} electron @returns {Part[]} */
function electronParts(electron) {
  const deps = `https://github.com/electron/electron/blob/v${electron}/DEPS`
  return [
    {
      title: `Electron ${electron}`,
      text: `Licence: MIT; its text is in LICENSE.electron.txt beside the program (on macOS in Contents/Resources).
Source: https://github.com/electron/electron/tree/v${electron}`,
    },
    {
      title: `Chromium, as Electron ${electron} contains it`,
      text: `Licence: BSD-3-Clause, and the licences of the libraries inside it. All of their texts are in LICENSES.chromium.html beside the
program (on macOS in Contents/Resources).
Source: https://chromium.googlesource.com/chromium/src, at the version that chromium_version names in
${deps}`,
    },
    {
      title: `Node.js, as Electron ${electron} contains it`,
      text: `Licence: MIT, and the licences of the libraries inside it; their texts are in LICENSES.chromium.html as well.
Source: https://github.com/nodejs/node, at the version that node_version names in
${deps}`,
    },
    {
      title: `FFmpeg, as Electron ${electron} contains it`,
      text: `Licence: LGPL-2.1-or-later. The text is at the end of this file.
FFmpeg is a shared library of its own: libffmpeg.so beside the program on Linux, ffmpeg.dll on Windows, libffmpeg.dylib in
"Electron Framework.framework/Libraries" on macOS. Electron builds it without FFmpeg's GPL parts, as the library says itself. You may
replace it with a build of your own that has the same interface: put that file in its place.
Source: https://chromium.googlesource.com/chromium/third_party/ffmpeg, at the commit that src/third_party/ffmpeg has in the DEPS file
of Chromium, at the version that chromium_version names in
${deps}
The build instructions are those of Electron: https://www.electronjs.org/docs/latest/development/build-instructions-gn

${OFFER}`,
    },
  ]
}

/** @param {import('./payload.mjs').PackTarget} target @returns {Part} */
function nodePart(target) {
  const version = packagedNodeVersion(readLock(), target)
  return {
    title: `Node.js ${version}`,
    text: `Licence: MIT, and the licences of the libraries inside it; their texts are in LICENSE-node.txt beside this file.
Source: https://github.com/nodejs/node/tree/v${version}`,
  }
}

const OFFER = `Nothing in the terms of Tessera keeps you from changing this library for your own use, or from taking the program apart to find
errors in what you changed. For three years from the day you received this program, whoever publishes it will send anyone who asks
the complete source of this library on a medium, for no more than the cost of sending it, should the addresses above not answer.`

/**
 * The packages of libvips list their own contents.
 * @param {ShippedPackage} shipped
 * @param {string} place
 * @returns {Part}
 */
function vipsPart({ path, name, version }, place) {
  /** @type {Record<string, string>} */
  const versions = JSON.parse(readFileSync(fromRoot(path, 'versions.json'), 'utf8'))
  const readme = readFileSync(fromRoot(path, 'README.md'), 'utf8')
  const terms = readme.slice(readme.indexOf('## Licensing') + '## Licensing'.length).trim()
  const list = Object.entries(versions).map(([library, number]) => `${library} ${number}`)
  return {
    title: `libvips ${versions['vips']} and the libraries inside it (${name} ${version})`,
    text: `Licence: LGPL-3.0-or-later as a whole. That text, the GPL on which it builds and the MPL-1.1 are at the end of this file.
libvips is a shared library of its own in ${place}. You may
replace it with a build of your own that has the same interface: put that file in its place.
Source: https://github.com/lovell/sharp-libvips/tree/v${version}, whose build scripts fetch the source of each library, in these versions:
${list.map((line) => `  ${line}`).join('\n')}

${OFFER}

The makers of this package say of the libraries inside it:

${terms}`,
  }
}

/** @param {string} version @returns {Part} */
function onnxPart(version) {
  const folder = fromRoot('node_modules/onnxruntime-node/bin')
  const libraries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(
    (path) => /[^/\\]+\.dll$/i.exec(path)?.[0] ?? [],
  )
  const others = [...new Set(libraries)].filter((name) => !name.startsWith('onnxruntime')).toSorted()
  return {
    title: `ONNX Runtime ${version}`,
    text: `Licence: MIT. Copyright (c) Microsoft Corporation
Source: https://github.com/microsoft/onnxruntime/tree/v${version}
On Windows, ${others.join(', ')} lie beside it, which are Microsoft's as well and have terms of their own. The package does
not hold these; Microsoft publishes them with its releases: https://www.nuget.org/packages/Microsoft.AI.DirectML and
https://github.com/microsoft/DirectXShaderCompiler/releases

${keptText('MIT')}

The notices of the libraries inside it, as Microsoft publishes them with this version:

${keptText(`onnxruntime-${version}`)}`,
  }
}

const SQLITE = `SQLite is in the public domain: https://www.sqlite.org/copyright.html
It is compiled into the addon of better-sqlite3, which is licensed under MIT; see below.`

export function sqliteVersion() {
  const header = readFileSync(fromRoot('node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8')
  return /#define SQLITE_VERSION\s+"([\d.]+)"/.exec(header)?.[1] ?? ''
}

/** @param {string} version @returns {Part} */
function tesseractPart(version) {
  return {
    title: `Tesseract, Leptonica and the English model (tesseract.js-core ${version})`,
    text: `Tesseract: Apache-2.0. Copyright Google Inc., Hewlett-Packard and the authors of Tesseract.
The English model, eng.traineddata: Apache-2.0, by the authors of Tesseract, https://github.com/tesseract-ocr/tessdata_best
Leptonica: BSD-2-Clause. Its text follows; that of Apache-2.0 is at the end of this file.
Source, with the libraries that are compiled into the same file: https://github.com/naptha/tesseract.js-core/tree/v${version}

${keptText('Leptonica')}`,
  }
}

const FONTS = `Licence: OFL-1.1. The fonts ship unchanged, as @fontsource-variable/inter and @fontsource-variable/jetbrains-mono hold them; the
texts with the names of their authors are below.`

export function swaggerUiVersion() {
  const bundle = readFileSync(fromRoot('node_modules/@fastify/swagger-ui/static/swagger-ui-bundle.js'), 'utf8')
  return /PACKAGE_VERSION:"([\d.]+)"/.exec(bundle)?.[1] ?? ''
}

/** @returns {Part} */
function swaggerPart() {
  const version = swaggerUiVersion()
  return {
    title: `Swagger UI ${version}`,
    text: `Licence: Apache-2.0; the text is at the end of this file. Copyright SmartBear Software Inc.
It comes as one file with @fastify/swagger-ui, and holds packages whose notices its makers publish with this version:

${keptText(`swagger-ui-${version}`)}`,
  }
}
