import { describe, expect, it } from 'vitest'
import { breakLines } from './social-line-breaks.ts'

describe('breakLines', () => {
  it.each([
    ['words that fit', 'Goal in the last minute', 10, 'Goal in the last minute'],
    ['a hashtag', '#WORLDCUPFINAL', 5, '#WORLD\nCUPFINA\nL'],
    ['an address', 'a URL', 9, 'See https://\nexample.com/\nwatch/\nabcdefgh now'],
    [
      'Chinese, without a full stop at the start of a line',
      '今天天气很好。我们去看比赛吧。',
      6,
      '今天天气\n很好。我们去\n看比赛吧。',
    ],
    ['Japanese in brackets', 'これは「決勝戦」です', 5, 'これは\n「決勝戦」\nです'],
    ['existing line breaks', '今天天气\n很好', 4, '今天天气\n很好'],
  ])('%s', (_what, text, room, broken) => {
    expect(breakLines(text, room)).toBe(broken)
  })

  it.each([
    ['Hindi', 'क्षत्रियक्षत्रियक्षत्रियस्त्रीस्त्री'],
    ['Telugu', 'స్త్రీస్త్రీక్షేత్రక్షేత్రస్త్రీ'],
    ['Arabic', 'ولالالالالالالالالالالمُدَرِّسُونَ'],
    ['a family', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
  ])('never breaks %s inside a grapheme cluster', (_what, text) => {
    const broken = breakLines(text, 2.5)
    expect(broken.replaceAll('\n', '')).toBe(text)
    const lines = broken.split('\n')
    expect(lines.length).toBeGreaterThan(1)
    // No line starts with a combining character or ends with a joiner.
    for (const line of lines.slice(1)) expect(line).not.toMatch(/^[\p{M}\u200d]|^[اأإآٱ]/u)
    for (const line of lines.slice(0, -1)) expect(line).not.toMatch(/[\u094d\u0c4d\u200d]$/u)
  })
})
