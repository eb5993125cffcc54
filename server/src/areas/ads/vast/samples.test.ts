import { expect, it } from 'vitest'
import { vastSamples, vmapSample } from './test-samples.ts'
import { vastOf } from './vast.ts'
import { vmapBreaks } from './vmap.ts'
import { readXml } from './xml.ts'

const readVast = (text: string) => vastOf(readXml(text))

it.each(vastSamples)('reads $name', ({ text, ads, counts }) => {
  const read = readVast(text)
  expect(read.ads.map((ad) => `${ad.id} ${ad.kind === 'wrapper' ? `> ${ad.url}` : ad.durationS}`)).toEqual(
    ads,
  )
  expect(read.ads.map((ad) => [ad.kind === 'inline' ? ad.mediaFiles.length : 0, ad.tracking.length])).toEqual(
    counts,
  )
})

it('reads prices, click-through URLs, skip offsets, and texts in all scripts', () => {
  const [two, , pod, exchange, four, , , last] = vastSamples.map(({ text }) => readVast(text).ads)
  expect(two?.[0]).toMatchObject({ clickThroughUrl: 'http://tea.example/', title: 'Tea' })
  expect(pod?.[0]).toMatchObject({ title: 'Car & Bus', skipOffset: { seconds: 5 } })
  expect(pod?.map(({ sequence }) => sequence)).toEqual([2, 1, null])
  expect(exchange?.[0]).toMatchObject({ allowsPods: true, followsWrappers: true })
  expect(four?.[0]).toMatchObject({ universalAdId: 'Ad-ID:8465', advertiser: 'IAB Sample Company' })
  expect(last?.[0]).toMatchObject({
    title: 'चाय',
    system: 'Kinora 🎬',
    universalAdId: null,
    skipOffset: { share: 0.5 },
  })
})

it('reads VMAP breaks', () => {
  expect(
    vmapBreaks(readXml(vmapSample)).map(({ offset, tagUrl, vast }) => [offset, tagUrl, vast?.name]),
  ).toEqual([
    ['start', null, 'VAST'],
    ['00:00:15.000', 'https://ads.example/tag?pos=2', undefined],
  ])
})
