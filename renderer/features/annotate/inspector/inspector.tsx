import type { ComponentType } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { type Labelling, labellingOf } from '#renderer/kit/display/project-type'
import { count } from '#renderer/kit/format'
import { useAbility } from '#renderer/kit/studio/use-ability'
import { t } from '#renderer/kit/words/words'
import { ClassesTab } from '../classes/classes-tab.tsx'
import { HistoryTab } from '../history/history-tab.tsx'
import { LintLine } from '../lint/lint-line.tsx'
import { ProposalList } from '../proposals/proposal-list.tsx'
import { TextsTab } from '../texts/texts-tab.tsx'
import { useBench, useDocument } from '../workbench/session.tsx'
import { ImageTab } from './image-tab.tsx'
import styles from './inspector.module.css'
import { ObjectsHead } from './objects-head.tsx'
import { ObjectsList } from './objects-list.tsx'

/** What is on the image, what it can be called, and what the image is. */
export function Inspector() {
  const labelling = useBench(({ projectType }) => labellingOf(projectType))
  const can = useAbility()
  const tabs = TABS[labelling].filter(({ id }) => id !== 'history' || can('history'))
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

interface InspectorTab {
  readonly id: string
  readonly name: string
  /** How many labels the image has stands beside the name. */
  readonly isCounted: boolean
  readonly Content: ComponentType
}

const CLASSES: InspectorTab = { id: 'classes', name: t('Classes'), isCounted: false, Content: ClassesTab }
const IMAGE: InspectorTab = { id: 'image', name: t('Image'), isCounted: false, Content: ImageTab }

const HISTORY: InspectorTab = { id: 'history', name: t('History'), isCounted: false, Content: HistoryTab }

const TABS: Readonly<Record<Labelling, readonly InspectorTab[]>> = {
  places: [{ id: 'objects', name: t('Objects'), isCounted: true, Content: ObjectsTab }, CLASSES, IMAGE, HISTORY],
  classes: [CLASSES, IMAGE, HISTORY],
  texts: [{ id: 'texts', name: t('Texts'), isCounted: true, Content: TextsTab }, IMAGE, HISTORY],
}

function ObjectsTab() {
  return (
    <>
      <ProposalList />
      <ObjectsHead />
      <ObjectsList />
      <LintLine />
    </>
  )
}

function Amount() {
  const amount = useDocument((document) => document?.shapes.length ?? 0)
  return <span className={`${styles.count} num`}>{count(amount)}</span>
}
