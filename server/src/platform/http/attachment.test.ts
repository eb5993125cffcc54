import { expect, it } from 'vitest'
import { attachmentNamed } from './attachment.ts'

it('a downloaded file has a name without a path', () => {
  const name = '../..\\evening/news "नि".mp4'
  const header = attachmentNamed(name)
  const cleaned = name.replace(/[/\\]/g, '_')
  expect(header).not.toMatch(/[/\\]|%2F|%5C/i)
  expect(header).toContain(`filename*=UTF-8''${encodeURIComponent(cleaned)}`)
  expect(header).toContain('filename=".._.._evening_news _')
})
