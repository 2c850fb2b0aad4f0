import type { ProjectSummary } from '#common/contract/projects'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { setQueue } from '#renderer/ui/app/queue'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

type Sent = Awaited<ReturnType<typeof studio.events.sendToProject>>

/** One call takes so many. */
const MOST_AT_ONCE = 500

/** Sends images of events into a project, says what became of them, and offers to open them. */
export async function sendEvents(events: readonly string[], project: ProjectSummary): Promise<void> {
  const answers: Sent[] = []
  for (let first = 0; first < events.length; first += MOST_AT_ONCE) {
    const some = events.slice(first, first + MOST_AT_ONCE)
    answers.push(await studio.events.sendToProject({ events: some, project: project.slug }))
  }
  const images = answers.flatMap((answer) => answer.images)
  const failed = answers.flatMap((answer) => answer.failed)
  const open = () => {
    setQueue(project.slug, images)
    navigate(projectHref(project.slug, 'annotate', { image: images[0], queue: 'selection' }))
  }
  if (images.length > 0)
    notify({
      text: sentText(answers, project.name),
      action: { label: t('Open in {{project}}', { project: project.name }), onPress: open },
    })
  const [first] = failed
  if (first !== undefined) notify({ isError: true, text: failedText(sentenceOf(first.reason), failed.length) })
}

/** "12 images added to Citrus with 40 suggestions; 3 were there already". */
function sentText(answers: readonly Sent[], name: string): string {
  const sum = (of: (answer: Sent) => number) => answers.reduce((total, answer) => total + of(answer), 0)
  const [added, known, proposed, leftOut] = [
    sum((each) => each.added),
    sum((each) => each.known),
    sum((each) => each.proposed),
    sum((each) => each.leftOut),
  ]
  const parts = [
    added === 0 ? knownText(known, proposed, name) : addedText(added, proposed, name),
    ...(added > 0 && known > 0 ? [t('{{count}} already existed', { count: known })] : []),
    ...(leftOut > 0 ? [t('{{count}} predictions do not fit this project', { count: leftOut })] : []),
  ]
  return parts.join('; ')
}

function addedText(count: number, proposed: number, project: string): string {
  return proposed === 0
    ? t('{{count}} images added to {{project}}', { count, project })
    : t('{{count}} images added to {{project}} {{withProposals}}', {
        count,
        project,
        withProposals: t('with {{count}} suggestions', { count: proposed }),
      })
}

function knownText(count: number, proposed: number, project: string): string {
  return proposed === 0
    ? t('{{count}} images are already in {{project}}', { count, project })
    : t('{{count}} images are already in {{project}} {{withProposals}}', {
        count,
        project,
        withProposals: t('with {{count}} suggestions', { count: proposed }),
      })
}

function failedText(reason: string, failed: number): string {
  return failed === 1 ? reason : t('{{count}} events were not added. The first: {{reason}}', { count: failed, reason })
}
