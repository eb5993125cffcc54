import type { PlaybackRestrictions } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { playbackOf } from '../../../testing/playback-source.ts'
import type { PageFacts, Playback } from '../sources/playback-source.ts'
import type { RequestedPage } from './pages.ts'
import { watchPage } from './watch-page.ts'

const template =
  '<meta content="{{robots}}"><title>{{title}}</title><!-- head --><body data-env-key="{{envKey}}" data-refusal="{{refusal}}" data-live="{{live}}" data-poster="{{poster}}">' +
  '<header>{{publisher}}</header><i style="--ratio: {{ratio}}"></i><time datetime="{{publishedAt}}">{{published}}</time><p>{{description}}</p>'
const origin = 'https://video.example'
const everywhere: PlaybackRestrictions = {
  allowedReferrers: [],
  allowNoReferrer: true,
  playableFrom: null,
  playableUntil: null,
}
const facts: PageFacts = {
  title: 'Harvest',
  description: 'Two days\nof music',
  publishedAt: new Date('2026-03-01T20:00:00Z'),
  durationS: 61.4,
  display: { width: 720, height: 1280 },
  state: 'ready',
  live: null,
  posterVersion: 'drawn',
  storyboard: null,
  waveformVersion: null,
}
const playback = playbackOf('abc')

function page(
  change: Partial<PageFacts & Pick<Playback, 'policy' | 'restrictions'>> = {},
  refusal: RequestedPage['refusal'] = null,
): string {
  const { policy = 'public', restrictions = everywhere, ...shown } = change
  const asked = { ...playback, policy, restrictions, page: { ...facts, ...shown } }
  const known = { playback: asked, multivariant: null, permit: null, privateUntil: null }
  const delivered = refusal === null ? known : null
  const shows = { poster: true, storyboard: true }
  return watchPage(
    template,
    { playbackId: 'abc', token: '', access: delivered, shows, refusal, moment: null },
    { origin, nonce: 'nonce', publisher: delivered && { name: 'Deccan <TV>', logoUrl: null, envKey: 'key' } },
  )
}

describe('the page to share', () => {
  it('has metadata for link previews and search engines', () => {
    const html = page()
    for (const part of [
      '<meta content="all">',
      '<link rel="canonical" href="https://video.example/watch/abc" />',
      '<header>Deccan &lt;TV&gt;</header>',
      'data-env-key="key"',
      '<meta property="og:site_name" content="Deccan &lt;TV&gt;" />',
      '<meta name="description" content="Two days of music" />',
      '<meta property="og:image" content="https://video.example/image/abc/thumbnail.jpg?v=drawn" />',
      '<meta name="twitter:player" content="https://video.example/embed/abc" />',
      '<meta name="twitter:player:width" content="720" />',
      'href="https://video.example/oembed?url=https%3A%2F%2Fvideo.example%2Fwatch%2Fabc"',
      '--ratio: 720 / 1280',
      '<time datetime="2026-03-01T20:00:00.000Z">2026-03-01</time>',
    ])
      expect(html).toContain(part)
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: 'Harvest',
      description: 'Two days of music',
      uploadDate: '2026-03-01T20:00:00.000Z',
      duration: 'PT61S',
      embedUrl: 'https://video.example/embed/abc',
      thumbnailUrl: ['https://video.example/image/abc/thumbnail.jpg?v=drawn'],
    })
  })

  it('can be indexed only if the video is public', () => {
    const limited = page({ restrictions: { ...everywhere, allowedReferrers: ['example.com'] } })
    expect(limited).toContain('<meta content="noindex">')
    expect(limited).toContain('og:video')
    expect(limited).not.toContain('ld+json')
    const signed = page({ policy: 'signed' })
    expect(signed).toContain('<meta content="noindex">')
    expect(signed).not.toMatch(/og:video|og:image|twitter|oembed|ld\+json/)
  })

  it('has the start of the playback window as its publication date', () => {
    const playableFrom = '2026-06-01T06:00:00Z'
    expect(page({ restrictions: { ...everywhere, playableFrom } })).toContain(`datetime="${playableFrom}"`)
  })

  it('escapes titles and descriptions', () => {
    const attack = '</script></title><script>alert(1)</script>"\'$& {{nonce}} <!-- head -->'
    const html = page({ title: attack, description: attack })
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ name: attack })
  })

  it('truncates the description for link previews between characters', () => {
    const about =
      /name="description" content="([^"]*)"/.exec(page({ description: '😀'.repeat(400) }))?.[1] ?? ''
    expect(about).toBe(`${'😀'.repeat(299)}…`)
  })

  it.each(['not-ready', 'failed'] as const)('says of a video that it is %s', (state) => {
    const html = page({ state })
    expect(html).toContain(`data-refusal="${state}"`)
    expect(html).toContain('<meta content="noindex">')
  })

  it('shows the player of a stream that has not started', () => {
    const html = page({ state: 'not-ready', live: 'waiting' })
    expect(html).toContain('data-refusal="" data-live="waiting"')
  })

  it('has no duration for streams without an end', () => {
    expect(page({ durationS: null })).not.toContain('duration')
  })

  it('reveals nothing about a video that the viewer may not see', () => {
    const html = page({}, 'referrer-not-allowed')
    expect(html).toContain('data-refusal="referrer-not-allowed"')
    expect(html).toContain('<meta content="noindex">')
    expect(html).not.toContain('Harvest')
    expect(html).not.toContain('Deccan')
    expect(html).not.toContain('og:')
  })
})
