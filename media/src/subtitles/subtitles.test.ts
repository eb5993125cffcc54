import { describe, expect, it } from 'vitest'
import { assToSrt } from './ass-subtitles.ts'
import { plainText, tidyText } from './cue-text.ts'
import type { Cue, CueSettings, TextTrack } from './cues.ts'
import { cueLimits, inOrder } from './cues.ts'
import { parseSubtitles, tidyCue } from './parse-subtitles.ts'
import { vttSegment, writeSrt, writeVtt } from './write-subtitles.ts'

const srt = (text: string) => parseSubtitles(text, 'srt')
const vtt = (text: string) => parseSubtitles(`WEBVTT\n\n${text}`, 'vtt')
const textsOf = ({ track }: { track: TextTrack }) => track.cues.map(({ text }) => text)
const faultsOf = ({ faults }: ReturnType<typeof srt>) => faults.map(({ line, code }) => `${line} ${code}`)
const cue = (start: number, end: number, text: string, settings: CueSettings = {}): Cue => ({
  id: '',
  start,
  end,
  text,
  settings,
})

describe('a SubRip file', () => {
  it('is parsed with a byte order mark, carriage returns and omitted parts', () => {
    const odd =
      '\ufeff1\r\n00:00:01,500 --> 00:00:02,750\r\nnamaste\r\n\r\n\r\n00:03.5-->00:04\rtwo\nlines\n3\n01:00:05,000 --> 1:00:06.25  X1:40 X2:60\nlast'
    const parsed = srt(odd)
    expect(parsed.track.cues).toEqual([
      cue(1.5, 2.75, 'namaste'),
      cue(3.5, 4, 'two\nlines'),
      cue(3605, 3606.25, 'last'),
    ])
    expect(parsed.faults).toEqual([])
  })

  it('keeps an empty line, a number and an arrow in the text', () => {
    const parsed = srt('1\n00:01,0 --> 00:02,0\nfirst\n\nthird --> 3\n42\n\n2\n00:03,0 --> 00:04,0\nnext')
    expect(textsOf(parsed)).toEqual(['first\nthird --&gt; 3\n42', 'next'])
  })

  it('converts its tags to WebVTT, and shows unknown tags as text', () => {
    const text =
      '<i>one</i> <B>two</B> <font color="#FFFF00">three</font> <font size=9>four</font> <laughs> a & b'
    expect(textsOf(srt(`00:01,0 --> 00:02,0\n${text}`))).toEqual([
      '<i>one</i> <b>two</b> <c.yellow>three</c> four &lt;laughs&gt; a &amp; b',
    ])
  })

  it('leaves SubStation’s drawings out, and keeps its styles', () => {
    const ass = [
      '[Events]',
      'Dialogue: 0,0:00:01.50,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}',
      'Dialogue: 0,0:00:02.50,0:00:03.00,Default,,0,0,0,,{\\an8\\pos(10,10) \\p4}m 0 0 b 1 1{\\p0}a, {note}b\\Nc <d> & {\\pbo5\\i1}e{\\i0}',
      'Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,words {note\\p1}m 0 0 l 1 1',
    ].join('\n')
    expect(srt(assToSrt(ass)).track.cues).toEqual([
      cue(2.5, 3, 'a, b\nc &lt;d&gt; &amp; <i>e</i>', { line: '0' }),
      cue(4, 5, 'words'),
    ])
  })

  it('uses the positions of SubStation’s numeric keypad', () => {
    const settings = (digit: number) =>
      srt(`00:01,0 --> 00:02,0\n{\\an${digit}}x`).track.cues.map((each) => each.settings)
    expect(settings(2)).toEqual([{}])
    expect(settings(8)).toEqual([{ line: '0' }])
    expect(settings(4)).toEqual([{ line: '50%,center', position: '0%,line-left', align: 'left' }])
  })

  it('reports errors with their lines, and reads the rest', () => {
    const parsed = srt(
      [
        '1\n00:00:02,000 --> 00:00:01,000\nends before it starts\n',
        '2\n-00:00:01,000 --> 00:00:01,000\nbefore time zero\n',
        '3\n00:00:03,000 --> 00:00:04,000\n\n',
        '4\n00:99:03,000 --> 00:99:04,000\nno such minute\n',
        `5\n00:00:05,000 --> 00:00:06,000\n${'long '.repeat(2000)}\n`,
        '6\n00:00:07,000 --> 00:00:08,000\n<i></i>\n',
        '7\n00:00:09,000 --> 00:00:10,000\nwhole',
      ].join('\n'),
    )
    expect(textsOf(parsed)).toEqual(['whole'])
    expect(faultsOf(parsed)).toEqual([
      '2 time-order',
      '6 time-unreadable',
      '10 text-missing',
      '14 time-unreadable',
      '18 text-too-long',
      '22 text-missing',
    ])
  })
})

describe('a WebVTT file', () => {
  it('is parsed with IDs, settings, notes, styles and regions', () => {
    const parsed = vtt(
      [
        'STYLE\n::cue(.loud) { color: red }\n',
        'REGION\nid:top\nwidth:40%\n',
        'NOTE\nnobody reads this\n',
        'intro\n00:01.000 --> 00:02.000 line:-1 position:10%,line-left align:left size:80% region:top vertical:rl\nHello',
      ].join('\n'),
    )
    expect(parsed.faults).toEqual([])
    expect(parsed.track.styles).toEqual(['::cue(.loud) { color: red }'])
    expect(parsed.track.regions).toEqual(['id:top\nwidth:40%'])
    const settings = {
      line: '-1',
      position: '10%,line-left',
      align: 'left',
      size: '80%',
      region: 'top',
      vertical: 'rl',
    }
    expect(parsed.track.cues).toEqual([{ ...cue(1, 2, 'Hello', settings), id: 'intro' }])
  })

  it('is recognized regardless of its name, and parsed without its header too', () => {
    const text = '00:01.000 --> 00:02.000\nx'
    expect(parseSubtitles(`WEBVTT - title\nKind: captions\n\n${text}`, 'srt')).toMatchObject({
      format: 'vtt',
    })
    const bare = parseSubtitles(text, 'vtt')
    expect([textsOf(bare), faultsOf(bare)]).toEqual([['x'], ['1 header-missing']])
  })

  it.each([
    ['100:00:00.000 --> 123456:00:01.500', cue(360_000, 444_441_601.5, 'x')],
    ['00:01.000 --> 00:02.000align:left', cue(1, 2, 'x', { align: 'left' })],
    ['00:01.000-->00:02.000line:0 size:50%', cue(1, 2, 'x', { line: '0', size: '50%' })],
  ])('is parsed like in browsers: %s', (timing, expected) => {
    expect(vtt(`${timing}\nx`)).toMatchObject({ track: { cues: [expected] }, faults: [] })
  })

  it('ends a cue at an empty line only, and not at a line of spaces', () => {
    const parsed = vtt(
      '00:00.160 --> 00:02.310 align:start position:0%\n \nhello<00:00.480><c> there</c>\n\t\n\n00:03.000 --> 00:04.000\nx',
    )
    expect(textsOf(parsed)).toEqual(['hello<00:00:00.480><c> there</c>', 'x'])
  })

  it('reads a line of spaces before a block as the first line of a comment', () => {
    const parsed = vtt(' \nSTYLE\n::cue { color: red }\n\n \n00:01.000 --> 00:02.000\nx')
    expect(parsed.track.styles).toEqual([])
    expect(textsOf(parsed)).toEqual(['x'])
  })

  it.each([
    ['caf&eacute; 20&deg; &hellip; &copy; &#xE9; &#XE9; &apos;', "café 20° … © é é '"],
    ['&notin; &notit; &copyright &amp;eacute; &Eacute &eacut;', '∉ ¬it; ©right &amp;eacute; É &amp;eacut;'],
    ['&#233 &#0233;x &#128; &#0; &#x110000; &#xD800; &NotEqualTilde;', 'é éx € \ufffd \ufffd \ufffd ≂̸'],
    ['&unknown; &; &# &#x; AT&T', '&amp;unknown; &amp;; &amp;# &amp;#x; AT&amp;T'],
    ['<script>alert(1)</script> a < b && c > d', 'alert(1) a  d'],
    ['<font color="red">red</font> <00:99.000>z <blink', 'red z'],
    ['<v.loud\tAnn &amp;  Bob>x</v> <c.a&b.c>y', '<v.loud Ann &amp; Bob>x</v> <c.c>y</c>'],
  ])('is read with the text of browsers: %j', (given, text) => {
    expect(textsOf(vtt(`00:01.000 --> 00:02.000\n${given}`))).toEqual([text])
  })

  it('does not read an odd time as settings', () => {
    expect(faultsOf(vtt('00:00:01:00 --> 00:00:02:00\nx'))).toEqual(['3 time-unreadable'])
    expect(faultsOf(vtt('00:01.000 --> 00:02.0000000\nx'))).toEqual(['3 time-unreadable'])
  })

  it('sorts its cues by time', () => {
    const parsed = vtt(
      '00:05.000 --> 00:06.000\nc\n\n00:01.000 --> 00:09.000\nb\n\n00:01.000 --> 00:02.000\na\n00:07.000 --> 00:08.000\nd',
    )
    expect(textsOf(parsed)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('drops invalid settings, and style sheets that could load another file', () => {
    const parsed = vtt(
      'STYLE\n::cue { background: url(http://spy.example) }\n\nSTYLE\n@import "x"\n\n00:01.000 --> 00:02.000 align:middle line:0 evil:1\nx',
    )
    expect(parsed.track.styles).toEqual([])
    expect(parsed.track.cues).toEqual([cue(1, 2, 'x', { line: '0' })])
    expect(faultsOf(parsed)).toEqual(['3 block-refused', '6 block-refused', '9 settings-unreadable'])
  })
})

describe('cue text', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<v Fred "&lt;b&gt;" onclick=x>hi', '<v Fred " b " onclick=x>hi</v>'],
    ['<b onclick=x>hi</b>', '<b>hi</b>'],
    ['<i><b>both</i></b>', '<i><b>both</b></i>'],
    ['</c></c></c>words', 'words'],
    ['<c.yellow.loud>a</c> <lang en-GB>b</lang>', '<c.yellow.loud>a</c> <lang en-GB>b</lang>'],
    ['<ruby>漢<rt>kan</ruby>字', '<ruby>漢<rt>kan</rt></ruby>字'],
    ['<00:01.500>later <00:99.000>', '<00:00:01.500>later &lt;00:99.000&gt;'],
    ['a < b && c > d &amp; &copy;', 'a &lt; b &amp;&amp; c &gt; d &amp; ©'],
    ['one\n\n \ntwo &#10;&#10; three', 'one\ntwo\nthree'],
    ['x --> y', 'x --&gt; y'],
  ])('converts %j to %j', (given, tidy) => {
    expect(tidyText(given)).toBe(tidy)
    expect(tidyText(tidy)).toBe(tidy)
  })

  it('is parsed in linear time', () => {
    const floods = [
      '<',
      '</c>',
      '<c>',
      '<c.a',
      '<v ',
      '<v a',
      '&',
      '&#',
      '<00:',
      '<c.a.',
      '{\\an',
      '\n',
      '<font color=',
      `<v${' '.repeat(3000)}`,
      `<b${'\t '.repeat(1500)}`,
    ]
    const startedAt = performance.now()
    for (const flood of floods) {
      const text = flood.repeat(400_000 / flood.length)
      expect(tidyText(tidyText(text))).toBe(tidyText(text))
      expect(tidyText(tidyText(text, 'ignored'))).toBe(tidyText(text, 'ignored'))
      for (const format of ['srt', 'vtt'] as const) {
        parseSubtitles(text, format)
        parseSubtitles(`00:01.000 --> 00:02.000\n${text.slice(0, cueLimits.text)}`, format)
      }
    }
    for (const line of [
      '0'.repeat(300_000),
      '0:'.repeat(200_000),
      `1 ${' '.repeat(300_000)}-->`,
      '-->'.repeat(100_000),
    ])
      for (const format of ['srt', 'vtt'] as const) parseSubtitles(line, format)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('has a plain form for search', () => {
    expect(plainText('<v Fred><i>Tom &amp; Jerry</i> &lt;3</v>')).toBe('Tom & Jerry <3')
  })
})

describe('a cue of a client', () => {
  it('gets the canonical form', () => {
    const given = { id: 'a\n-->b', start: 1.00049, end: 2, text: '<b>x\0', settings: { line: '0' } }
    expect(tidyCue(given)).toEqual({
      id: 'a -- b',
      start: 1,
      end: 2,
      text: '<b>x\ufffd</b>',
      settings: { line: '0' },
    })
  })

  it.each([
    [cue(2, 2, 'x'), 'time-order'],
    [cue(-1, 2, 'x'), 'time-unreadable'],
    [cue(1, 3.6e9, 'x'), 'time-unreadable'],
    [cue(1, 2, ' <i> </i>\n'), 'text-missing'],
    [cue(1, 2, 'x'.repeat(4001)), 'text-too-long'],
    [cue(1, 2, 'x', { line: '0\nNOTE' }), 'settings-unreadable'],
  ])('is refused with its error: %#', (given, code) => {
    expect(tidyCue(given)).toBe(code)
  })
})

describe('written files', () => {
  /** Random numbers that are the same in every run. */
  function numbers(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((state / 2 ** 31) * below)
    }
  }
  const words = [
    'नमस्ते',
    'مرحبا',
    'నమస్కారం',
    'a < b',
    'Q & A',
    '-->',
    '12',
    '<i>so</i>',
    '<b><u>x</u></b>',
    '{x}',
    '<',
    '🎬',
  ]
  const places = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (n) => srt(`00:01,0 --> 00:02,0\n{\\an${n}}x`).track.cues[0]?.settings ?? {},
  )
  function randomCues(seed: number, settings: CueSettings[], extra: string[]): Cue[] {
    const below = numbers(seed)
    const pick = <T>(all: readonly T[]) => all[below(all.length)] as T
    const line = () => Array.from({ length: 1 + below(4) }, () => pick([...words, ...extra])).join(' ')
    const made = Array.from({ length: below(40) }, () => {
      const start = below(90_000_000) / 1000
      const text = tidyText(Array.from({ length: 1 + below(3) }, line).join('\n'))
      return cue(start, start + (1 + below(9000)) / 1000, text, pick(settings))
    })
    return inOrder(made.map((each) => ({ ...each, end: Math.round(each.end * 1000) / 1000 })))
  }
  const more = [
    ...places,
    { vertical: 'rl', line: '84.5%,end', size: '50%' },
    { position: '33%', align: 'end', region: 'x' },
  ]

  it('keep every time, text and position as WebVTT', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const cues = randomCues(seed, more, [
        '<v Ann>hi</v>',
        '<c.red>y</c>',
        '<00:01.000>z',
        '\u00a0.',
        '&lt;script&gt;',
      ])
      const track = { cues, styles: ['::cue { color: lime }'], regions: ['id:x'] }
      const written = writeVtt(track)
      expect(parseSubtitles(written, 'vtt')).toEqual({ format: 'vtt', track, faults: [] })
    }
  })

  it('keep every time, text and position that SubRip supports', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const cues = randomCues(seed, places, ['<c.red>y</c>'])
      const shown = cues.map((each) => ({ ...each, text: each.text.replaceAll('--&gt;', '-- &gt;') }))
      expect(srt(writeSrt({ cues, styles: [], regions: [] })).track.cues).toEqual(shown)
    }
  })

  it('contain 100,000 cues, and no more', () => {
    const many = Array.from({ length: cueLimits.cues }, (_, n) => cue(n / 2, n / 2 + 0.4, `Cue ${n}`))
    const written = writeSrt({ cues: many, styles: [], regions: [] })
    expect(written.length).toBeLessThan(cueLimits.fileBytes)
    expect(srt(written).track.cues).toEqual(many)
    expect(faultsOf(srt(`${written}\n1\n00:00,0 --> 00:01,0\nlast`))).toEqual(['400002 too-many-cues'])
  })
})

describe('a segment', () => {
  const track = { cues: [cue(0, 1, 'a'), cue(3, 7, 'b'), cue(6, 8, 'c')], styles: [], regions: [] }

  it('contains every cue visible in it, and maps its times to the video clock', () => {
    expect(vttSegment(track, { startS: 4, endS: 6 })).toBe(
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:03.000 --> 00:00:07.000\nb\n',
    )
    expect(vttSegment(track, { startS: 6, endS: 12 })).toMatch(/\nb\n\n00:00:06.000 --> 00:00:08.000\nc\n$/)
  })

  it('without cues is still a valid segment', () => {
    const empty = vttSegment(track, { startS: 8, endS: 12 })
    expect(empty).toBe('WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n')
    expect(parseSubtitles(empty, 'vtt').faults).toEqual([])
  })
})
