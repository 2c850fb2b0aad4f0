/** Summarizes Vitest's JSON report in one line. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A file that does not load counts as one failure, and so does a failed run without a failing test.
 * @param {string | undefined} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(report)
  const brokenFiles = testResults.filter(isBrokenFile).length
  const failed = numFailedTests + brokenFiles
  const unexplained = exitCode !== 0 && failed === 0 ? 1 : 0
  return { passed: numPassedTests, failed: failed + unexplained, skipped: numPendingTests + numTodoTests }
}

/** @param {Counts} counts */
export function verdict({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}

/** @param {{ status: string, assertionResults: readonly { status: string }[] }} file */
function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}
