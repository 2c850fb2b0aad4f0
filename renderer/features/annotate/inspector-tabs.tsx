import type { Labelling } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import { ClassesTab } from './panels/classes/classes-tab.tsx'
import { CommentList } from './panels/comments/comment-list.tsx'
import { HistoryTab } from './panels/history/history-tab.tsx'
import { ImageTab } from './panels/inspector/image-tab.tsx'
import type { InspectorTab } from './panels/inspector/inspector.tsx'
import { ObjectsHead } from './panels/inspector/objects-head.tsx'
import { ObjectsList } from './panels/inspector/objects-list.tsx'
import { LintLine } from './panels/lint/lint-line.tsx'
import { ProposalList } from './panels/proposals/proposal-list.tsx'
import { TextsTab } from './panels/texts/texts-tab.tsx'

const CLASSES: InspectorTab = { id: 'classes', name: t('Classes'), isCounted: false, Content: ClassesTab }
const IMAGE: InspectorTab = { id: 'image', name: t('Image'), isCounted: false, Content: AboutImage }

const HISTORY: InspectorTab = { id: 'history', name: t('History'), isCounted: false, Content: HistoryTab }

export const INSPECTOR_TABS: Readonly<Record<Labelling, readonly InspectorTab[]>> = {
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

function AboutImage() {
  return <ImageTab comments={<CommentList />} />
}
