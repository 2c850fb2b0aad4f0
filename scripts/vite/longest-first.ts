import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest tests, in this order: one that started last would run alone while the other processors are idle. */
const LONGEST = [
  'test/crash/crash.test.ts',
  'test/crash/crash-versions.test.ts',
  'test/crash/upkeep.test.ts',
  'test/crash/dataset-imports.test.ts',
  'test/crash/version-parts.test.ts',
  'test/e2e/browser/main-job.test.ts',
  'test/crash/events.test.ts',
  'test/crash/bulk-acts.test.ts',
  'test/e2e/browser/whole-app.test.ts',
  'test/e2e/browser/every-key.test.ts',
  'test/crash/model-fetches.test.ts',
  'test/e2e/browser/models.test.ts',
  'test/e2e/browser/version-steps.test.ts',
]

/** Sorts the slowest files of each group first, and the others by size, as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((path) => moduleId.endsWith(path))
    const long = sorted.filter((file) => rank(file) >= 0).toSorted((a, b) => rank(a) - rank(b))
    return [...long, ...sorted.filter((file) => rank(file) < 0)]
  }
}
