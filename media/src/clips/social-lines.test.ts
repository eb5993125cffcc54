import { describe, expect, it } from 'vitest'
import { brokenToFit } from './social-lines.ts'

describe('text that is broken to fit', () => {
  it.each([
    ['words that fit', 'Goal in the last minute', 10, 'Goal in the last minute'],
    ['a hashtag', '#WORLDCUPFINAL', 5, '#WORLD\nCUPFINA\nL'],
    [
      'an address',
      'See https://example.com/watch/abcdefgh now',
      9,
      'See https://\nexample.com/\nwatch/\nabcdefgh now',
    ],
    [
      'Chinese, no line beginning with a full stop',
      '今天天气很好。我们去看比赛吧。',
      6,
      '今天天气\n很好。我们去\n看比赛吧。',
    ],
    ['Japanese in brackets', 'これは「決勝戦」です', 5, 'これは\n「決勝戦」\nです'],
    ['lines of its own', '今天天气\n很好', 4, '今天天气\n很好'],
  ])('%s', (_what, text, room, broken) => {
    expect(brokenToFit(text, room)).toBe(broken)
  })

  it.each([
    ['Hindi', 'क्षत्रियक्षत्रियक्षत्रियस्त्रीस्त्री'],
    ['Telugu', 'స్త్రీస్త్రీక్షేత్రక్షేత్రస్త్రీ'],
    ['Arabic', 'ولالالالالالالالالالالمُدَرِّسُونَ'],
    ['a family', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
  ])('%s is never cut within what a reader takes for one letter', (_what, text) => {
    const broken = brokenToFit(text, 2.5)
    expect(broken.replaceAll('\n', '')).toBe(text)
    const lines = broken.split('\n')
    expect(lines.length).toBeGreaterThan(1)
    // Nothing begins with a sign that leans on what was before it, or ends with one that joins it to what follows.
    for (const line of lines.slice(1)) expect(line).not.toMatch(/^[\p{M}\u200d]|^[اأإآٱ]/u)
    for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/[\u094d\u0c4d\u200d]$/u)
  })
})
