import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take longest: begun last, they would run alone while the other processors wait. */
const LONGEST = [
  'test/crash/bulk-acts.test.ts',
  'test/crash/crash-versions.test.ts',
  'test/crash/crash.test.ts',
  'test/crash/dataset-imports.test.ts',
  'test/crash/gestures.test.ts',
  'test/crash/upkeep.test.ts',
  'test/crash/version-parts.test.ts',
  'test/e2e/browser/every-key.test.ts',
  'test/e2e/browser/main-job.test.ts',
]

/** The files of each group that take longest come first, then the others by their size, as Vitest has them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
