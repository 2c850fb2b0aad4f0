import type { ComponentType } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { type Labelling, labellingOf } from '#renderer/data/project-type'
import { useAbility } from '#renderer/data/use-ability'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { useDocument, useEditorState } from '../../editor/hooks/session.tsx'
import styles from '../../parts/inspector.module.css'

/** Tabs with the image's objects, the classes and the facts about the image. */
export function Inspector({ tabs: all }: { readonly tabs: Readonly<Record<Labelling, readonly InspectorTab[]>> }) {
  const labelling = useEditorState(({ projectType }) => labellingOf(projectType))
  const can = useAbility()
  const tabs = all[labelling].filter(({ id }) => id !== 'history' || can('history'))
  return (
    <aside className={styles.inspector} data-panel="inspector" aria-label={t('Inspector')}>
      <Tabs key={labelling} className={styles.tabs ?? ''}>
        <TabList className={styles.list ?? ''} aria-label={t('Inspector')}>
          {tabs.map(({ id, name, isCounted }) => (
            <Tab key={id} id={id} className={styles.tab ?? ''}>
              {name} {isCounted && <Amount />}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ id, Content }) => (
          <TabPanel key={id} id={id} className={styles.panel ?? ''}>
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </aside>
  )
}

export interface InspectorTab {
  readonly id: string
  readonly name: string
  /** How many labels the image has stands beside the name. */
  readonly isCounted: boolean
  readonly Content: ComponentType
}

function Amount() {
  const amount = useDocument((document) => document?.shapes.length ?? 0)
  return <span className={`${styles.count} num`}>{count(amount)}</span>
}
