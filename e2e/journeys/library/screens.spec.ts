// Slow: axe examines each screen, and each is measured in three languages.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type EncodingProfileBody,
  standardProfileId,
} from '../../../contract/src/library/encoding-profiles.ts'
import { contentWhen, isSettled, uploadFile } from '../../../server/src/testing/client.ts'
import { makeClip } from '../../../server/src/testing/clips.ts'
import { newImport } from '../../../server/src/testing/sheets.ts'
import { address, clientOf, newPerson, type Person, readySample } from '../support/fixtures.ts'
import { dialogOf, type Screen, testScreens } from '../support/looks.ts'

const base = '/video/api/v1'

testScreens('videos', async () => {
  const [person, empty] = [await newPerson(), await newPerson()]
  const { id } = await readySample(person)
  await person.call('POST', `${base}/contents/${id}/thumbnails`, { time: 1 })
  await person.call('POST', `${base}/contents/${id}/subtitles`, {
    name: 'العربية',
    languageCode: 'ar',
    closedCaptions: true,
    text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nاسمعي، هناك أمر كان يجب أن أخبرك به منذ زمن.',
  })
  const of = (path: string): Screen => ({ person, address: person.videos + path })
  return [
    { person: empty, address: empty.videos },
    of(''),
    of(`/${id}`),
    of(`/${id}/clips`),
    of(`/${id}/thumbnails`),
    of(`/${id}/subtitles`),
    of(`/${id}/metadata`),
    of(`/${id}/access`),
    of('?view=grid'),
    of('?q=nothing-like-this'),
    of('/0199a000-0000-7000-8000-000000000000'),
  ]
})

testScreens('tabs of videos', async () => {
  const person = await newPerson()
  const { id } = await readySample(person)
  await person.call('POST', `${base}/contents/${id}/subtitles`, {
    name: 'English',
    languageCode: 'en',
    text: [
      'WEBVTT',
      '00:00.500 --> 00:01.500\nThis cue has more letters than anyone can read in a second',
      '00:03.000 --> 00:06.000\nThis one overlaps',
      '00:05.000 --> 00:07.000\nwith the next',
    ].join('\n\n'),
  })
  const [failed, audio] = [await failedVideo(person), await audioFile(person)]
  const of = (path: string): Screen => ({ person, address: `${person.videos}/${path}` })
  return [
    { ...of(`${id}/subtitles`), act: (page) => page.locator('[data-cue]').first().click() },
    { ...of(`${id}/thumbnails`), act: (page) => page.locator('summary').click() },
    of(`${audio}/thumbnails`),
    of(`${failed}/thumbnails`),
    of(`${failed}/metadata`),
  ]
})

testScreens('folders and the trash', async () => {
  const [person, empty] = [await newPerson(), await newPerson()]
  const { folder, trashed } = await foldersOf(person)
  const of = (path: string): Screen => ({ person, address: `${address}/${person.environmentId}/dam${path}` })
  return [
    { person: empty, address: `${address}/${empty.environmentId}/dam` },
    of(''),
    of(`?folder=${folder}`),
    of(`?folder=${folder}&view=grid`),
    of('?q=nothing-like-this'),
    of('/trash'),
    { ...of('?add=folder'), shown: dialogOf },
    { person, address: `${person.videos}/${trashed}` },
  ]
})

testScreens('bulk import', async () => {
  const [person, empty] = [await newPerson(), await newPerson()]
  const rows = [['URL', 'Title'], ['https://videos.invalid/a.mp4', 'First goal'], ['goal']]
  const [drafted, started] = [
    await newImport(clientOf(person), rows),
    await newImport(clientOf(person), [...rows, ['https://videos.invalid/b.mp4', 'Second goal']]),
  ]
  await person.call('POST', `${base}/imports/${started.id}/start`)
  const of = (path: string): Screen => ({ person, address: `${person.videos}/import${path}` })
  return [
    { person: empty, address: `${empty.videos}/import` },
    of(''),
    of(`/${drafted.id}`),
    of(`/${started.id}`),
  ]
})

testScreens('encoding profiles', async () => {
  const person = await newPerson()
  const of = (path: string): Screen => ({ person, address: `${person.settings}/encoding-profiles${path}` })
  const { id } = await clientOf(person).call('createEncodingProfile', { body: profileBody })
  return [of(''), of('/new'), of(`/${id}`), of(`/${standardProfileId}`), of('/no-such-profile')]
})

async function failedVideo(person: Person): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'kinora-screens-')), 'broken.mp4')
  await writeFile(file, 'not really a video')
  return uploadedVideo(person, file)
}

async function audioFile(person: Person): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'kinora-screens-')), 'interview.mp4')
  return uploadedVideo(person, await makeClip(file, '-f', 'lavfi', '-i', 'sine=f=440:d=3', '-c:a', 'aac'))
}

/** Uploads a file, deletes it and waits until Kinora has processed it. */
async function uploadedVideo(person: Person, file: string): Promise<string> {
  const { id } = await uploadFile(clientOf(person), file)
  await rm(dirname(file), { recursive: true })
  await contentWhen(clientOf(person), id, isSettled)
  return id
}

const profileBody: EncodingProfileBody = {
  name: 'Sport, all codecs',
  keepsOriginal: false,
  perTitle: true,
  watermark: null,
  codecs: ['h264', 'hevc', 'av1'],
  rungs: [
    { lines: 360, maxKbps: 900 },
    { lines: 720, maxKbps: 3200 },
    { lines: 1080, maxKbps: 6000 },
  ],
  maxFrameRate: 30,
  audio: { kbps: 128, channels: 'source', loudness: null },
}

/** A folder with a folder and a video in it, and a folder and a video in the trash. */
async function foldersOf(person: Person): Promise<{ folder: string; trashed: string }> {
  const make = async (name: string, parentCollectionUUID: string | null) =>
    String((await person.call('POST', `${base}/asset_collections`, { name, parentCollectionUUID })).id)
  const folder = await make('Sport', null)
  await make('Round 11', folder)
  const { id: shown } = await readySample(person)
  await person.call('POST', `${base}/contents/bulk_move`, { ids: [shown], assetCollectionUUID: folder })
  const { id: trashed } = await readySample(person)
  await person.call('DELETE', `${base}/contents/${trashed}`)
  await person.call('DELETE', `${base}/asset_collections/${await make('Old rushes', null)}`)
  return { folder, trashed }
}
