import { describe, expect, it } from 'vitest'
import { chooseMedia } from './media.ts'
import { vastOf } from './vast.ts'
import { vmapBreaks } from './vmap.ts'
import { readXml } from './xml.ts'

function adOf(mediaFile: string, tracking = '') {
  const linear = `<Linear><Duration>00:00:10</Duration>${tracking}<MediaFiles>${mediaFile}</MediaFiles></Linear>`
  const creatives = `<Creatives><Creative>${linear}</Creative></Creatives>`
  const xml = `<VAST version="4.2"><Ad><InLine><AdSystem>a</AdSystem>${creatives}</InLine></Ad></VAST>`
  const [ad] = vastOf(readXml(xml)).ads
  if (ad?.kind !== 'inline') throw new Error('there is no inline ad')
  return ad
}

describe('a media file', () => {
  it.each([
    ['without a type', '', 'http://a.example/film.mp4?x=1'],
    ['of an empty type', 'type=""', 'http://a.example/film.WEBM'],
    ['of the type application/mp4', 'type="application/mp4"', 'http://a.example/film'],
    ['of a type that says nothing', 'type="application/octet-stream"', 'http://a.example/film.mov'],
  ])('%s is a video if its name says so', (_name, type, url) => {
    const { mediaFiles } = adOf(`<MediaFile delivery="progressive" ${type}>${url}</MediaFile>`)
    expect(chooseMedia(mediaFiles)?.url).toBe(url)
  })

  it.each([
    ['type="application/javascript"', 'http://a.example/ad.js'],
    ['', 'http://a.example/ad.js'],
    ['type="image/png"', 'http://a.example/film.mp4'],
  ])('%s %s is none', (type, url) => {
    expect(chooseMedia(adOf(`<MediaFile ${type}>${url}</MediaFile>`).mediaFiles)).toBeNull()
  })
})

it('requests no progress URL whose time cannot be read', () => {
  const events = ['offset="00:00:05"', 'offset="20%"', 'offset="5"', 'offset="-5"', ''].map(
    (offset, n) => `<Tracking event="progress" ${offset}>http://a.example/${n}</Tracking>`,
  )
  const ad = adOf('', `<TrackingEvents>${events.join('')}</TrackingEvents>`)
  expect(ad.tracking.map(({ url }) => url)).toEqual(['http://a.example/0', 'http://a.example/1'])
})

it('reads types and offsets of VMAP breaks in any case', () => {
  const source = '<AdSource><AdTagURI>http://a.example/tag</AdTagURI></AdSource>'
  const breaks = `<AdBreak timeOffset="START" breakType="Linear">${source}</AdBreak>`
  const root = readXml(`<VMAP version="1.0">${breaks}</VMAP>`)
  expect(vmapBreaks(root)).toMatchObject([{ offset: 'start', tagUrl: 'http://a.example/tag' }])
})
