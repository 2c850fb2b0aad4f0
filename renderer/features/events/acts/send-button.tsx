import { ChevronDown, Plus } from 'lucide-react'
import type { ProjectSummary } from '#common/contract/projects'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button, type ButtonVariant } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Menu } from '#renderer/ui/overlay/menu'
import { t } from '#renderer/words/words'
import styles from './acts.module.css'
import { sendEvents } from './send.ts'
import { setTarget, useTargets } from './target.ts'

export interface SendButtonProps {
  readonly events: readonly string[]
  readonly variant?: ButtonVariant
  readonly size?: 'normal' | 'small'
  /** Of the menu of projects. */
  readonly placement?: 'bottom start' | 'top start'
}

/** Puts the images of events into a project; the last one is offered again. */
export function SendButton({ events, variant, size, placement = 'bottom start' }: SendButtonProps) {
  const { projects, target } = useTargets()
  const can = useAbility()
  const send = useAct((project: ProjectSummary) => sendEvents(events, project))
  const sendTo = (project: ProjectSummary) => {
    setTarget(project)
    send.mutate(project)
  }
  if (!can('events-to-project')) return null
  const look = { ...(variant && { variant }), ...(size && { size }), isPending: send.isPending }
  if (projects.length === 0)
    return (
      <Button {...look} disabledReason={t('No project to add it to. Create one on the Projects page')}>
        <Plus />
        {t('Add to a project')}
      </Button>
    )
  const entries = projects.map((project) => ({
    id: project.slug,
    writes: 'projects' as const,
    label: project.name,
    onAction: () => sendTo(project),
  }))
  if (target === undefined)
    return (
      <Menu
        label={t('Add to a project')}
        placement={placement}
        trigger={
          <Button {...look}>
            <Plus />
            {t('Add to a project')}
          </Button>
        }
        entries={entries}
      />
    )
  return (
    <span className={styles.pair}>
      <Button writes="projects" {...look} className={styles.name} onPress={() => sendTo(target)}>
        <Plus />
        <span className="truncate">{t('Add to {{project}}', { project: target.name })}</span>
      </Button>
      {projects.length > 1 && (
        <Menu
          label={t('Add to another project')}
          placement={placement}
          trigger={<IconButton icon={ChevronDown} label={t('Add to another project')} {...(size && { size })} />}
          entries={entries}
        />
      )}
    </span>
  )
}
