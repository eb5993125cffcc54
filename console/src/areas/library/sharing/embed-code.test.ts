import { expect, it } from 'vitest'
import { aspectOf, embedAddress, embedCode } from './embed-code'

const address = 'https://video.example/embed/abc'

it('has the requested size', () => {
  expect(embedCode(address, 'Match', { kind: 'fixed', width: 640, height: 360 })).toContain(
    'width="640" height="360"',
  )
  const responsive = embedCode(address, 'Match', { kind: 'responsive', ratio: '16/9' })
  expect(responsive).toContain('width:100%;aspect-ratio:16/9')
  expect(responsive).not.toContain('width="')
})

it('has the aspect ratio of the video', () => {
  expect(aspectOf('9:16')).toEqual({ width: 9, height: 16 })
  expect(aspectOf('2.39:1')).toEqual({ width: 2.39, height: 1 })
  expect(aspectOf(null)).toEqual({ width: 16, height: 9 })
})

it('escapes titles and URLs', () => {
  const title = '"><script>alert(1)</script>'
  const code = embedCode(`${address}?t=5&loop=1`, title, { kind: 'fixed', width: 1, height: 1 })
  expect(code).toContain('src="https://video.example/embed/abc?t=5&amp;loop=1"')
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
})

it('combines options and token', () => {
  expect(embedAddress(address, '', undefined)).toBe(address)
  expect(embedAddress(address, 'loop=1', undefined)).toBe(`${address}?loop=1`)
  expect(embedAddress(address, 'loop=1', 'abc')).toBe(`${address}?loop=1&token=abc`)
  expect(embedAddress(address, '', 'abc')).toBe(`${address}?token=abc`)
})
