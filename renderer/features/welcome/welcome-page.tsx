import { ArrowRight, FolderOpen, ImagePlus, LibraryBig, type LucideIcon, SquareDashed, X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { ProjectSummary } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { useReadOnly, type Written } from '#renderer/data/read-only'
import { sentenceOf } from '#renderer/data/sentence'
import { useOtherMachine } from '#renderer/data/use-ability'
import { useCommands } from '#renderer/ui/app/commands'
import { CATALOG_HREF, HOME_HREF, navigate } from '#renderer/ui/app/router'
import { OFF } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { TextField } from '#renderer/ui/controls/text-field'
import { cx } from '#renderer/ui/cx'
import { Keycap } from '#renderer/ui/display/keycap'
import { Mark } from '#renderer/ui/display/mark'
import { ErrorLine } from '#renderer/ui/display/message'
import { pickFiles } from '#renderer/ui/files/pick'
import type { Picked } from '#renderer/ui/files/picked'
import { useFileDrop } from '#renderer/ui/files/use-file-drop'
import { HandsQuestion } from '#renderer/ui/keys/hands/hands-question'
import { Hint } from '#renderer/ui/overlay/tooltip'
import { t } from '#renderer/words/words'
import { Facts } from './facts.tsx'
import { Mosaic } from './mosaic.tsx'
import { StationLinks } from './station-links.tsx'
import { TypePicker } from './type-picker.tsx'
import { type NewProject, useNewProject } from './use-new-project.ts'
import { type OpenedFile, useOpenedFile } from './use-opened-file.ts'
import styles from './welcome.module.css'

export interface WelcomePageProps {
  readonly projects: readonly ProjectSummary[]
  /** The project is there; its images, if any were given, are still to be brought in. */
  readonly onReady: (project: ProjectSlug, picked: Picked | undefined) => void
  /** The archive that the system opened with the program. */
  readonly opened?: OpenedFile | undefined
}

/** The first run, and every later new project: images first, everything else can wait. */
export function WelcomePage({ projects, onReady, opened }: WelcomePageProps) {
  const made = useNewProject(onReady)
  useOpenedFile(opened, made.give)
  const isOver = useFileDrop(made.begin, 'projects')
  const open = async (what: 'folder' | 'files') => {
    const picked = await pickFiles(what)
    if (picked !== undefined) made.begin(picked)
  }
  const isFirst = projects.length === 0
  const fault = useReadOnly('projects')
  const there = useOtherMachine()
  useCommands([
    {
      id: 'welcome.folder',
      writes: 'projects',
      label: t('Open a folder of images'),
      chord: 'Mod+O',
      run: () => void open('folder'),
      inFields: true,
    },
    {
      id: 'welcome.back',
      label: t('All projects'),
      chord: 'Escape',
      run: () => navigate(HOME_HREF),
      isEnabled: !isFirst,
    },
  ])
  return (
    <div className={styles.page}>
      <Mosaic projects={projects} isOver={isOver} />
      <div className={styles.start}>
        {!isFirst && (
          <IconButton
            icon={X}
            label={t('Close')}
            chord="Escape"
            className={styles.back}
            onPress={() => navigate(HOME_HREF)}
          />
        )}
        <div className={styles.inner}>
          <div className={styles.mark}>
            <Mark size={36} />
          </div>
          {fault !== undefined && isFirst ? (
            <NothingShown fault={fault} />
          ) : (
            <>
              <h1 className={styles.title}>{t('Start with your images')}</h1>
              <Lead />
              <NameAndType made={made} />
              <Options made={made} onOpen={(what) => void open(what)} />
            </>
          )}
          {made.error !== null && !made.isNameWrong && <ErrorLine className={styles.error} error={made.error} />}
          <Below isFirst={isFirst} isHere={there === undefined} />
        </div>
      </div>
    </div>
  )
}

interface OptionsProps {
  readonly made: NewProject
  readonly onOpen: (what: 'folder' | 'files') => void
}

/** Where the first images come from. */
function Options({ made, onOpen }: OptionsProps) {
  return (
    <div className={styles.options}>
      {made.waiting !== undefined && (
        <Option
          icon={ArrowRight}
          title={t('Continue with your images')}
          text={made.waiting.folder ?? t('They are kept until the project has a name')}
          isMain
          writes="projects"
          isDisabled={made.isBusy}
          onPress={() => made.begin(made.waiting)}
        />
      )}
      <Option
        icon={FolderOpen}
        title={t('Open a folder of images')}
        text={t('Or drop it anywhere in this window')}
        chord="Mod+O"
        isMain={made.waiting === undefined}
        writes="projects"
        isDisabled={made.isBusy}
        onPress={() => onOpen('folder')}
      />
      <Option
        icon={ImagePlus}
        title={t('Choose single images')}
        text={t('JPEG, PNG, WebP, TIFF, AVIF or BMP')}
        writes="projects"
        isDisabled={made.isBusy}
        onPress={() => onOpen('files')}
      />
      <Option
        icon={SquareDashed}
        title={t('Start empty')}
        text={t('Images can be added later, also through the upload API')}
        writes="projects"
        isDisabled={made.isBusy}
        onPress={() => made.begin(undefined)}
      />
      <CatalogOption isDisabled={made.isBusy} />
    </div>
  )
}

/** A library whose projects are not known is no new one. */
function NothingShown({ fault }: { readonly fault: string }) {
  return (
    <>
      <h1 className={styles.title}>{t('No projects to show')}</h1>
      <p className={styles.lead}>{t('{{fault}}. Restore the correct file to see your projects.', { fault })}</p>
    </>
  )
}

/** Where the images will lie. */
function Lead() {
  const there = useOtherMachine()
  return (
    <p className={styles.lead}>
      {there === undefined
        ? t('Everything stays on this machine. No account, no network.')
        : t('They go to {{place}}, on {{host}}.', { place: there.name, host: there.host })}
    </p>
  )
}

function Below({ isFirst, isHere }: { readonly isFirst: boolean; readonly isHere: boolean }) {
  return (
    <>
      <div className={styles.hands}>
        <HandsQuestion />
      </div>
      {isFirst && <StationLinks />}
      {isHere && <Facts />}
    </>
  )
}

function NameAndType({ made }: { readonly made: NewProject }) {
  return (
    <div className={styles.form}>
      <TextField
        label={t('Name of the project')}
        placeholder={t('The folder’s name')}
        value={made.name}
        onChange={made.setName}
        maxLength={100}
        error={made.isNameWrong ? sentenceOf(made.error) : undefined}
      />
      <TypePicker value={made.type} onChange={made.setType} />
    </div>
  )
}

function CatalogOption({ isDisabled }: Pick<OptionProps, 'isDisabled'>) {
  return (
    <Option
      icon={LibraryBig}
      title={t('Copy a project from the catalog')}
      text={t('Public and published projects, with their annotations')}
      isDisabled={isDisabled}
      onPress={() => navigate(CATALOG_HREF)}
    />
  )
}

interface OptionProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly chord?: string
  readonly isMain?: boolean
  readonly isDisabled: boolean
  readonly writes?: Written
  readonly onPress: () => void
}

function Option({ icon: Icon, title, text, chord, isMain = false, ...press }: OptionProps) {
  const { isDisabled, writes, onPress } = press
  const reason = useReadOnly(writes)
  const option = (
    <AriaButton
      className={cx(styles.option, isMain && styles.main)}
      isDisabled={isDisabled}
      onPress={onPress}
      {...(reason !== undefined && OFF)}
    >
      <span className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        {text}
      </span>
      {chord !== undefined && <Keycap chord={chord} />}
    </AriaButton>
  )
  return reason === undefined ? option : <Hint text={reason}>{option}</Hint>
}
