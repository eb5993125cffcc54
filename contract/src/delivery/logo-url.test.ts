import { expect, it } from 'vitest'
import { logoUrlOf } from './logo-url.ts'

it('accepts images of other sites over HTTPS only', () => {
  expect(logoUrlOf('https://cdn.example/logo.svg?v=2')?.origin).toBe('https://cdn.example')
  for (const wrong of [
    'http://cdn.example/logo.png',
    '//cdn.example/logo.png',
    '/logo.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'https://user:secret@cdn.example/logo.png',
    `https://cdn.example/${'a'.repeat(500)}`,
    '',
    undefined,
    ['https://cdn.example/logo.png'],
  ])
    expect(logoUrlOf(wrong), String(wrong)).toBeNull()
})

it('refuses hosts that would end a directive of a content security policy', () => {
  for (const sly of ['https://cdn.example;sandbox/a.png', 'https://a,b/a.png', "https://a'b/a.png"]) {
    expect(URL.canParse(sly)).toBe(true)
    expect(logoUrlOf(sly), sly).toBeNull()
  }
  expect(logoUrlOf('https://[::1]:8443/a.png')?.origin).toBe('https://[::1]:8443')
  expect(logoUrlOf('https://bücher.example/a.png')?.origin).toBe('https://xn--bcher-kva.example')
})
