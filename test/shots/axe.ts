import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const Violation = z.object({
  id: z.string(),
  impact: z.string().nullable(),
  nodes: z.array(z.object({ html: z.string(), failureSummary: z.string().optional() })),
})

const GRAVE = ['serious', 'critical']

/** It wants the figures of a row word for word in its name; ours say in words what they count: "2 shapes" for a bare 2. */
const UNWANTED = { 'label-content-name-mismatch': { enabled: false } }

/** Serious faults that axe finds on the page as it is now, by all rules or some: the rule, and the element. */
export async function graveFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const only = rules === undefined ? '' : `runOnly: ${JSON.stringify(rules)}`
  const found = z.array(Violation).parse(
    await page.evaluate(`axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(UNWANTED)}, ${only} }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({
        id, impact, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      })))`),
  )
  return found
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1] ?? ''}`,
      ),
    )
}
