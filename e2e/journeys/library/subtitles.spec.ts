// Slow: two people edit one draft, and cues are followed while a video plays.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  address,
  expect,
  publishSubtitles,
  readySample,
  shownSubtitles,
  signIn,
  test,
} from '../support/fixtures.ts'
import { playerMenu } from '../support/player-menu.ts'

test('a viewer chooses subtitles by menu and key, and sees them on the next visit', async ({
  page,
  person,
}) => {
  const { id, playbackId } = await readySample(person)
  await publishSubtitles(person, id, { name: 'English', languageCode: 'en', closedCaptions: true }, 'At', 10)
  await publishSubtitles(person, id, { name: 'لهجة', languageCode: 'ar' }, 'لا', 10)
  await publishSubtitles(person, id, { name: 'العربية', languageCode: 'ar' }, 'الثانية', 10)
  await page.goto(`${address}/embed/${playbackId}`)
  const menu = playerMenu(page, 'Subtitles')
  const video = page.locator('video').first()
  const seek = (time: number) =>
    video.evaluate((element: HTMLVideoElement, to) => {
      element.currentTime = to
    }, time)
  const captions = 'English (closed captions)'
  await expect(menu.entries).toHaveText(['Off', captions, 'لهجة', 'العربية'])
  expect(await shownSubtitles(page)).toEqual([])

  await seek(3.5)
  await menu.choose('العربية')
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 3']])
  await page.reload()
  await expect(menu.chosen).toHaveText('العربية')
  await seek(5.5)
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 5']])

  await page.keyboard.press('c')
  await expect(menu.chosen).toHaveText('Off')
  expect(await shownSubtitles(page)).toEqual([])
  await page.keyboard.press('c')
  await expect.poll(() => shownSubtitles(page)).toEqual([['ar', 'الثانية 5']])
  await menu.choose(captions)
  await expect.poll(() => shownSubtitles(page)).toEqual([['en', 'At 5']])
})

/** Random numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const fragments = [
  'hello',
  ' ',
  '\n',
  '\n \n',
  'caf&eacute;',
  '&#xE9;',
  '&#XE9;',
  '&#233',
  '&#128;',
  '&notin;',
  '&notit;',
  '&copy2',
  '&hellip;&apos;',
  '&unknown;',
  'Q & A',
  'AT&T',
  '&amp;eacute;',
  '<c> there</c>',
  '<c.yellow.bg_blue>x</c>',
  '<00:00:00.480>',
  '<00:99.000>',
  '<v.loud Ann &amp; Bob>hi</v>',
  '<lang en-GB>b</lang>',
  '<i><b>both</i></b>',
  '<u>line</u>',
  '<ruby>漢<rt>kan</rt></ruby>',
  '<script>alert(1)</script>',
  '<font color="red">red</font>',
  'a < b && c > d',
  '<3>',
  '</c>',
  '<>',
  '{\\an8}',
]
const blocksBetween = [
  'NOTE nobody reads this\nor this',
  'STYLE\n::cue { color: lime }',
  'REGION\nid:top\nwidth:40%',
  ' ',
  'two lines\nthat are no cue',
  '00:99.000 --> 01:00.000\nno such minute',
]
const settings = [
  '',
  ' align:start position:0%',
  ' line:-1 size:50%',
  '\tline:50.5%,end',
  ' vertical:rl evil:1',
]

/** A WebVTT file of cues and other blocks. Each cue begins and ends with a word. */
function randomFile(seed: number): string {
  const below = numbers(seed)
  const pick = (from: readonly string[]) => from[below(from.length)] ?? ''
  const blocks = Array.from({ length: 30 }, (_, n) => {
    if (below(4) === 0) return pick(blocksBetween)
    const text = Array.from({ length: below(7) }, () => pick(fragments)).join('')
    const id = pick(['', '', `${n}\n`, 'NOTE\n', 'STYLE\n', ' \n'])
    const minutes = String(n).padStart(2, '0')
    return `${id}${pick(['', '00:', '100:'])}${minutes}:01.250 --> ${pick(['100:', '200:'])}${minutes}:04.500${pick(settings)}\nfirst ${text} last`
  })
  return `WEBVTT${pick(['', ' - title', '\nKind: captions\nLanguage: en'])}\n\n${blocks.map((block) => block + pick(['\n\n', '\n\n\n', '\n'])).join('')}`
}

test('WebVTT files have the cues that Chromium reads', async ({ page, person }) => {
  const { id, playbackId } = await readySample(person)
  const files = Array.from({ length: 20 }, (_, seed) => randomFile(seed + 1))
  await page.goto(`${address}/embed/${playbackId}`)
  const expected = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (text) => {
          const element = document.createElement('track')
          element.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
          const video = document.body.appendChild(document.createElement('video'))
          video.append(element)
          const loaded = new Promise((resolve) => element.addEventListener('load', resolve))
          element.track.mode = 'hidden'
          await loaded
          return Array.from((element.track.cues ?? []) as Iterable<VTTCue>, (cue) => [
            cue.startTime,
            cue.endTime,
            cue.getCueAsHTML().textContent,
          ])
        }),
      ),
    files,
  )
  for (const [n, text] of files.entries()) {
    const body = { name: `File ${n}`, languageCode: 'en', text }
    const path = `/video/api/v1/contents/${id}/subtitles`
    const made = await person.call('POST', path, body)
    const { cues } = (await person.call('GET', `${path}/${made.id}`)) as {
      cues: { start: number; end: number; text: string }[]
    }
    const texts = await page.evaluate(
      (written) => written.map((each) => new VTTCue(0, 1, each).getCueAsHTML().textContent),
      cues.map((cue) => cue.text),
    )
    const read = cues.map(({ start, end }, at) => [start, end, texts[at]])
    expect(read.map(lineByLine), text).toEqual((expected[n] ?? []).map(lineByLine))
  }
})

/** The times of a cue and its text without spaces around lines, which nobody sees. */
function lineByLine([start, end, text]: unknown[]): unknown[] {
  const lines = String(text).split('\n')
  return [start, end, lines.map((line) => line.trim()).filter((line) => line !== '')]
}

test('a hostile file in an old charset is edited, published and shown as text', async ({
  page,
  person,
  folder,
  faults,
}) => {
  const { id, playbackId } = await readySample(person)
  const file = join(folder, 'match.srt')
  const cues = [
    '1\n00:00:00,000 --> 00:00:04,000\nمرحبا بكم',
    '2\n00:00:04,000 --> 00:00:06,000\n<img src=x onerror="document.title=1">',
    '3\n00:00:06,000 --> 00:00:08,000\nهذه جملة طويلة من العربية حتى يعرف الخادم كيف كتب الملف',
    '4\n00:00:09,000 --> 00:00:08,000\nx',
  ]
  await writeFile(file, asWindows1256(cues.join('\n\n')))
  await page.goto(`${person.videos}/${id}`)
  await page.getByRole('link', { name: 'Subtitles' }).click()
  await page.getByRole('button', { name: 'Upload SRT or VTT' }).click()
  const form = page.getByRole('dialog', { name: 'Upload subtitles' })
  await form.getByRole('button', { name: 'Add as draft' }).click()
  await expect(form.getByText('Please select a file to upload')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(file)
  await form.getByRole('button', { name: 'Text encoding' }).click()
  await page.getByRole('option', { name: /^French \W*windows-1252/ }).click()
  await expect(form.getByRole('figure', { name: /^Preview in French/ })).toContainText('ãÑÍÈÇ Èßã')
  await form.getByRole('button', { name: 'Text encoding' }).click()
  await page.getByRole('option', { name: /^Arabic \W*windows-1256/ }).click()
  await expect(form.getByRole('figure', { name: /^Preview in Arabic/ })).toContainText('مرحبا بكم')
  await form.getByRole('combobox', { name: 'Language' }).fill('Arab')
  await page.getByRole('option', { name: 'Arabic', exact: true }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Arabic')
  await form.getByRole('button', { name: 'Add as draft' }).click()
  const done = page.getByRole('dialog', { name: 'Added, but one part of the file was skipped' })
  await expect(done.getByText('The end must be after the start')).toBeVisible()
  await done.getByRole('button', { name: 'Done' }).click()

  const list = page.getByRole('list', { name: 'Cues' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list).toContainText('<img src=x onerror="document.title=1">')
  await list.getByRole('button', { name: 'Go to 00:00:00.000' }).click()
  await expect.poll(() => shownSubtitles(page)).toEqual([['', 'مرحبا بكم']])
  // The player shows the frame at the cue's time.
  await list.getByRole('button', { name: 'Go to 00:00:04.000' }).click()
  await expect.poll(() => shownSubtitles(page)).toEqual([['', expect.stringContaining('onerror')]])
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(
    4,
    2,
  )
  await expect(list.locator('[aria-current=true]')).toContainText('<img src=x')
  await page.getByRole('button', { name: 'Add a cue' }).click()
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('00:00:04.000')
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByRole('button', { name: 'Go to 00:00:00.000' }).click()
  await list.getByRole('button', { name: 'مرحبا بكم', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('مرحبا بكم جميعا')
  await expect.poll(() => shownSubtitles(page)).toEqual([['', 'مرحبا بكم جميعا']])
  const end = page.getByRole('textbox', { name: 'End' })
  await end.fill('soon')
  await end.blur()
  await expect(page.getByText('Please enter hh:mm:ss format')).toBeVisible()
  await end.fill('00:00:03.000')
  await page.getByRole('textbox', { name: 'Text' }).focus()
  await page.keyboard.press('Alt+S')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()

  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish subtitles' })
  await expect(publish.getByText('1 draft will be published.')).toBeVisible()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()

  await page.goto(`${address}/embed/${playbackId}`)
  await playerMenu(page, 'Subtitles').choose('Arabic')
  const words = [['مرحبا بكم'], ['جميعا'], ['&lt;img src=x onerror="document.title=1"&gt;']] as const
  for (const [n, time] of [0.2, 2.8, 4.5].entries()) {
    await page
      .locator('video')
      .first()
      .evaluate((element: HTMLVideoElement, to) => {
        element.currentTime = to
      }, time)
    await expect.poll(() => shownSubtitles(page)).toEqual([['ar', ...(words[n] ?? [])]])
  }
  await expect(page).toHaveTitle(/Sample video/)
  expect(faults).toEqual([])
})

test('cues are moved on the timeline, and warnings are repaired', async ({ page, person }) => {
  const { id } = await readySample(person)
  await person.call('POST', `/video/api/v1/contents/${id}/subtitles`, {
    name: 'English',
    languageCode: 'en',
    text: [
      'WEBVTT',
      '00:01.000 --> 00:02.000\nfar too many letters for a second',
      '00:04.000 --> 00:06.000\nfirst',
      '00:05.000 --> 00:07.000\nsecond',
      '00:08.000 --> 00:09.000\nthird',
    ].join('\n\n'),
  })
  await page.goto(`${person.videos}/${id}/subtitles`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const block = (text: string) => timeline.getByRole('button', { name: new RegExp(`: ${text}$`) })
  await expect(page.locator('video')).toHaveJSProperty('readyState', 4)

  // The cue at the playhead is selected, in the list and on the timeline.
  await block('third').click()
  await expect(page.locator('li[aria-current=true]')).toContainText('third')
  await expect(block('third')).toHaveAttribute('aria-pressed', 'true')
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(
    8,
    2,
  )

  // By keys: the cue and its end, which stop at the neighbors.
  await block('third').press('Shift+ArrowLeft')
  await block('third').press('Shift+ArrowLeft')
  await expect(block('third')).toHaveAttribute('aria-label', /00:00:07 to 00:00:08/)
  await timeline.getByRole('slider', { name: 'End' }).press('Shift+ArrowRight')
  await expect(block('third')).toHaveAttribute('aria-label', /00:00:07 to 00:00:09/)

  // By the pointer, as one step of the history.
  const box = await block('far too.*').boundingBox()
  if (!box) throw new Error('the cue is not visible')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + box.width, y, { steps: 5 })
  await page.mouse.up()
  await expect(block('far too.*')).toHaveAttribute('aria-label', /00:00:0(1\.9|2).* to 00:00:0(2\.9|3)/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(block('far too.*')).toHaveAttribute('aria-label', /00:00:01 to 00:00:02/)

  // Each warning has its repair.
  const list = page.getByRole('list', { name: 'Cues' })
  await expect(list.getByText('Overlaps with the next cue.')).toBeVisible()
  await list.getByRole('button', { name: 'Trim 1 s' }).click()
  await expect(block('first')).toHaveAttribute('aria-label', /00:00:04 to 00:00:05/)
  await list.getByRole('button', { name: 'Add 0.7 s' }).click()
  await expect(block('far too.*')).toHaveAttribute('aria-label', /00:00:01 to 00:00:02\.700/)
  await expect(page.getByRole('button', { name: /warning/ })).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page.getByText('Draft saved')).toBeVisible()
})

test('two people with the same draft do not overwrite each other', async ({ page, person, context }) => {
  const { id } = await readySample(person)
  const made = await person.call('POST', `/video/api/v1/contents/${id}/subtitles`, {
    name: 'English',
    languageCode: 'en',
    text: 'WEBVTT\n\n00:00.000 --> 00:02.000\nthe first line',
  })
  const path = `/video/api/v1/contents/${id}/subtitles/${made.id}`
  const other = await context.newPage()
  await signIn(other, person)
  const open = async (theirs: Page, words: string) => {
    await theirs.goto(`${person.videos}/${id}/subtitles`)
    await cue(theirs, 'the first line').click()
    await theirs.getByRole('textbox', { name: 'Text' }).fill(words)
  }
  await open(page, 'as Ananya has it')
  await open(other, 'as Lakshmi has it')
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText('Draft saved')).toBeVisible()

  const question = page.getByText('Someone else saved these subtitles.')
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Load theirs' }).click()
  await expect(page.getByRole('list', { name: 'Cues' })).toContainText('as Lakshmi has it')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('list', { name: 'Cues' })).toContainText('as Ananya has it')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(other.getByRole('list', { name: 'Cues' })).toContainText('as Ananya has it')

  // Without the event stream, the server still refuses the change.
  const stream = '**/data/api/v1/events/stream'
  await page.route(stream, (route) => route.abort())
  await page.reload()
  await cue(page, 'as Ananya has it').click()
  await page.getByRole('textbox', { name: 'Text' }).fill('as Ananya wants it')
  await person.call('PUT', path, { cues: [{ start: 0, end: 2, text: 'as a script has it' }] })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine and save' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  const { cues } = await person.call('GET', path)
  expect(cues).toMatchObject([{ text: 'as Ananya wants it' }])

  await cue(other, 'as Ananya wants it').click()
  await other.getByRole('textbox', { name: 'Text' }).fill('nobody loses this')
  await person.call('DELETE', path)
  await expect(other.getByText('Someone else deleted these subtitles.')).toBeVisible()
  await other.getByRole('button', { name: 'Save draft' }).click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  const { items } = await person.call('GET', `/video/api/v1/contents/${id}/subtitles`)
  expect(items).toMatchObject([{ status: 'draft', draft: { name: 'English', cueCount: 1 } }])
})

/** The text of a cue in the list. */
function cue(page: Page, text: string): Locator {
  return page.getByRole('list', { name: 'Cues' }).getByRole('button', { name: text, exact: true })
}

/** Arabic text in the Windows encoding before Unicode. */
function asWindows1256(text: string): Buffer {
  const signs = [
    ...new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  ]
  return Buffer.from([...text].map((sign) => signs.indexOf(sign)))
}
