import type { Page } from 'playwright-core'
import type { ShotLibrary } from './library.ts'

/** A state of the program worth looking at. */
export interface Scene {
  readonly name: string
  /** The part of the address after the origin's `/`. */
  readonly at: (library: ShotLibrary) => string
  /** The scene needs keys alone, so it works in any language. */
  readonly isWordless?: true
  /** Actions of a user before the screenshot is taken. */
  readonly act?: (page: Page) => Promise<void>
}

const button = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()

const key = (chord: string) => async (page: Page) => {
  await page.getByRole('status').first().waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press(chord)
}

const tab = (name: string) => async (page: Page) => page.getByRole('tab', { name }).click()

const annotate = ({ kitchen, coffee }: ShotLibrary) => `#/p/${kitchen}/annotate?image=${coffee}`
const images = ({ kitchen }: ShotLibrary) => `#/p/${kitchen}/images`

const TOOLS = [
  { name: 'select', chord: 'v' },
  { name: 'rotated-box', chord: 'o' },
  { name: 'polygon', chord: 'p' },
  { name: 'smart', chord: 's' },
  { name: 'hand', chord: 'h' },
] as const

async function selectFirst(page: Page): Promise<void> {
  await key('v')(page)
  await page.keyboard.press('Tab')
}

const reviewed = (image: 'approved' | 'rejected' | 'discussed' | 'asked') => (library: ShotLibrary) =>
  `#/p/${library.reviewed.project}/annotate?sort=name&image=${library.reviewed[image]}`

/** Scenes with reviews and comments of images and annotations. */
const REVIEWED: readonly Scene[] = [
  { name: 'review-approved', at: reviewed('approved'), act: button(/^Review\. /) },
  { name: 'review-rejected', at: reviewed('rejected'), act: button(/^Review\. /) },
  { name: 'review-reason', at: reviewed('approved'), act: key('Control+Backspace') },
  { name: 'comments-pins', at: reviewed('discussed'), act: button(/^Comment 1/) },
  { name: 'comment-edited', at: reviewed('discussed'), act: editComment },
  { name: 'comments-panel', at: reviewed('discussed'), act: tab('Image') },
  { name: 'annotate-locked', at: reviewed('asked'), act: key('v') },
  { name: 'annotate-attributes', at: reviewed('asked'), act: sayAttributes },
  { name: 'class-merge', at: reviewed('asked'), act: mergeClasses },
  { name: 'notices', at: reviewed('asked'), act: noticeTwo },
]

/** Every page, with the dialogs that hang on it. */
export const SCENES: readonly Scene[] = [
  { name: 'projects', at: () => '#/' },
  { name: 'new-project', at: () => '#/?new' },
  { name: 'palette', at: () => '#/', act: (page) => page.keyboard.press('Control+k') },
  { name: 'images-grid', at: images },
  { name: 'images-picked', at: images, act: pickTwo },
  { name: 'images-move', at: images, act: pickTarget },
  { name: 'images-table', at: images, act: (page) => page.getByRole('radio', { name: 'Rows' }).click() },
  { name: 'rebalance', at: (library) => `${images(library)}?dialog=rebalance` },
  { name: 'fetch', at: (library) => `${images(library)}?dialog=addresses` },
  { name: 'images-empty', at: ({ empty }) => `#/p/${empty}/images` },
  { name: 'images-none-found', at: (library) => `${images(library)}?q=tag%3Anothing` },
  { name: 'annotate', at: annotate, act: key('b'), isWordless: true },
  { name: 'annotate-selected', at: annotate, act: selectFirst, isWordless: true },
  ...TOOLS.map(({ name, chord }) => ({
    name: `annotate-${name}`,
    at: annotate,
    act: key(chord),
    isWordless: true as const,
  })),
  { name: 'annotate-hands', at: annotate, act: button("Which tool's shortcuts do you use?") },
  { name: 'annotate-hud', at: annotate, act: showHud },
  { name: 'annotate-picker', at: annotate, act: key('c') },
  { name: 'annotate-keys', at: annotate, act: key('F1'), isWordless: true },
  { name: 'annotate-tones', at: annotate, act: key('w'), isWordless: true },
  ...['Classes', 'Image', 'History'].map((name) => ({
    name: `annotate-${name.toLowerCase()}`,
    at: annotate,
    act: tab(name),
  })),
  { name: 'annotate-crowd', at: ({ crowd }) => `#/p/${crowd}/annotate`, act: key('v') },
  ...REVIEWED,
  { name: 'sorting', at: ({ kinds }) => `#/p/${kinds}/sort`, act: sortSome },
  { name: 'annotate-empty', at: ({ empty }) => `#/p/${empty}/annotate` },
  { name: 'batches', at: ({ kitchen }) => `#/p/${kitchen}/batches` },
  { name: 'give-job', at: ({ kitchen }) => `#/p/${kitchen}/batches`, act: button('Assign to…') },
  { name: 'versions', at: ({ kitchen }) => `#/p/${kitchen}/versions` },
  { name: 'versions-empty', at: ({ empty }) => `#/p/${empty}/versions` },
  {
    name: 'version-wizard',
    at: ({ kitchen }) => `#/p/${kitchen}/versions/new`,
    act: (page) => page.getByRole('figure').first().waitFor(),
  },
  { name: 'version-diff', at: ({ kitchen }) => `#/p/${kitchen}/versions/diff?from=1&to=2` },
  { name: 'export', at: ({ kitchen }) => `#/p/${kitchen}/versions`, act: button(/^Export/) },
  { name: 'health', at: ({ kitchen }) => `#/p/${kitchen}/health` },
  { name: 'events', at: () => '#/events' },
  { name: 'event', at: () => '#/events', act: openEvent },
  { name: 'models', at: () => '#/models' },
  { name: 'model', at: () => '#/models', act: (page) => page.getByRole('button', { name: /^SAM 2.1 tiny/ }).click() },
  { name: 'playground', at: () => '#/playground' },
  { name: 'settings', at: () => '#/settings' },
  { name: 'settings-keys', at: () => '#/settings', act: button('Change keys') },
  { name: 'catalog', at: () => '#/catalog' },
  { name: 'trash', at: () => '#/trash' },
  { name: 'connections', at: () => '#/connections' },
  { name: 'not-found', at: () => '#/p/no-such-project/images' },
]

async function showHud(page: Page): Promise<void> {
  await page.keyboard.press('Control+Alt+p')
  await page.getByText(/\d ms/).first().waitFor()
}

async function sayAttributes(page: Page): Promise<void> {
  await selectFirst(page)
  await page.keyboard.press('F2')
}

/** As the person who wrote it. */
async function editComment(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('tessera.person', 'Mira'))
  await button(/^Comment 1/)(page)
  await button('Edit comment')(page)
  await page.evaluate(() => localStorage.removeItem('tessera.person'))
}

async function mergeClasses(page: Page): Promise<void> {
  await tab('Classes')(page)
  await page.getByRole('button', { name: /^cup, / }).focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('cat')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
}

/** Two cards in the corner, with what lies below them. */
async function noticeTwo(page: Page): Promise<void> {
  await selectFirst(page)
  await page.keyboard.press('/')
  await page.keyboard.press('u')
  await page.keyboard.press('Enter')
}

async function sortSome(page: Page): Promise<void> {
  await page.getByText(/have a class/).waitFor()
  for (const chord of ['1', '2', 'Shift+ArrowRight']) await page.keyboard.press(chord)
}

/** Two images on their way to another project. */
async function pickTarget(page: Page): Promise<void> {
  await pickTwo(page)
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('option', { name: 'Boats' }).click()
  await page.getByRole('dialog').getByText('made there').waitFor()
}

async function pickTwo(page: Page): Promise<void> {
  const tiles = page.getByRole('listbox', { name: 'Images' })
  await tiles.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
}

async function openEvent(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Events' }).getByRole('row', { name: /Cup/ }).first().click()
  await page.getByRole('complementary', { name: /^Event:/ }).waitFor()
}
