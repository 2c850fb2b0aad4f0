import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { labellingOf } from '#renderer/kit/display/project-type'
import { count } from '#renderer/kit/format'
import { TextsTab } from '../texts/texts-tab.tsx'
import { useBench, useDocument } from '../workbench/session.tsx'
import { ClassesTab } from './classes-tab.tsx'
import { ImageTab } from './image-tab.tsx'
import styles from './inspector.module.css'
import { ObjectsHead } from './objects-head.tsx'
import { ObjectsList } from './objects-list.tsx'

/** What is on the picture, what it can be called, and what the picture is. */
export function Inspector() {
  const labelling = useBench(({ projectType }) => labellingOf(projectType))
  const shapes = useDocument((document) => document?.shapes.length ?? 0)
  return (
    <aside className={styles.inspector} data-panel="inspector" aria-label="Inspector">
      <Tabs key={labelling} className={styles.tabs ?? ''}>
        <TabList className={styles.list ?? ''} aria-label="Inspector">
          {labelling === 'places' && (
            <Tab id="objects" className={styles.tab ?? ''}>
              Objects <span className={`${styles.count} num`}>{count(shapes)}</span>
            </Tab>
          )}
          {labelling === 'texts' ? (
            <Tab id="texts" className={styles.tab ?? ''}>
              Texts <span className={`${styles.count} num`}>{count(shapes)}</span>
            </Tab>
          ) : (
            <Tab id="classes" className={styles.tab ?? ''}>
              Classes
            </Tab>
          )}
          <Tab id="image" className={styles.tab ?? ''}>
            Image
          </Tab>
        </TabList>
        {labelling === 'places' && (
          <TabPanel id="objects" className={styles.panel ?? ''}>
            <ObjectsHead />
            <ObjectsList />
          </TabPanel>
        )}
        {labelling === 'texts' ? (
          <TabPanel id="texts" className={styles.panel ?? ''}>
            <TextsTab />
          </TabPanel>
        ) : (
          <TabPanel id="classes" className={styles.panel ?? ''}>
            <ClassesTab />
          </TabPanel>
        )}
        <TabPanel id="image" className={styles.panel ?? ''}>
          <ImageTab />
        </TabPanel>
      </Tabs>
    </aside>
  )
}
