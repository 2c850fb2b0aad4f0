import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { sentenceOf } from '#common/messages/sentence'
import { EXPORTERS } from '#formats/exporters/registry'
import { IMPORTERS } from '#formats/importers/registry'
import { anyText } from '#test/kit/any-text'
import { labelFiles, objectsOf } from '#test/kit/label-files'
import { collect, harbor, textsOf } from '#test/unit/formats/exporters/kit'

const ODD = [
  'NaN',
  '1e999',
  '-1e999',
  '99999999999999999999999999',
  '\0',
  '\uFEFF',
  '"',
  '<',
  '>',
  ']',
  '}',
  '\\',
  '../../etc/passwd',
  '\n',
  '\r',
  ',',
  '{"a":'.repeat(2000),
  '['.repeat(5000),
  'x'.repeat(100_000),
  '[&x]: *x',
  '<a>'.repeat(100),
]

/** A text with one part of it replaced by something that does not belong there. */
function damaged(
  text: string,
  { at, length, odd }: { readonly at: number; readonly length: number; readonly odd: string },
) {
  const start = Math.floor(at * text.length)
  return text.slice(0, start) + odd + text.slice(start + length)
}

const damages = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(6), fc.constant(100_000)),
  odd: fc.oneof(fc.constantFrom('', ...ODD), anyText(8)),
  file: fc.nat(20),
  isLatin: fc.boolean(),
})

const CASES = EXPORTERS.flatMap((exporter) =>
  ProjectType.options.filter((type) => exporter.tasks[type]).map((projectType) => ({ exporter, projectType })),
).filter(({ exporter }) => !/^yolov\d+$|^yolov[457]/.test(exporter.id))

describe.each(CASES)('$exporter.id for $projectType', ({ exporter, projectType }) => {
  test('damaged files give images and sentences that name a file, never a failure', async () => {
    const texts = await textsOf(exporter.files(harbor({ projectType })))
    const paths = Object.keys(texts).filter((path) => !path.startsWith('README'))

    await fc.assert(
      fc.asyncProperty(damages, async ({ file, isLatin, ...damage }) => {
        const path = paths[file % paths.length] ?? ''
        const text = damaged(texts[path] ?? '', damage)
        const contents = { ...texts, [path]: Buffer.from(text, isLatin ? 'latin1' : 'utf8'), 'train/bay.jpg': '' }

        const { problems, objects } = await readByAll(contents, projectType)

        expect(
          problems.filter((problem) => !(problem.path in contents) || !sentenceOf(problem.reason).endsWith('.')),
        ).toEqual([])
        expect(objects).not.toContain(undefined)
      }),
      { numRuns: 60 },
    )
  })
})

async function readByAll(contents: Parameters<typeof labelFiles>[0], type: ProjectType) {
  const dataset = labelFiles(contents, 1000)
  const findings = await Promise.all(
    IMPORTERS.map(async (importer) => collect(importer.read(await importer.recognise(dataset), dataset))),
  )
  const all = findings.flat()
  return {
    problems: all.flatMap((finding) => ('reason' in finding ? [finding] : [])),
    objects: all.flatMap((finding) => ('objects' in finding ? [objectsOf(finding, { type })] : [])),
  }
}
