/** Characters where libass breaks lines itself. */
const SPACE = ' '
/** Maximum widths relative to the font size, which libass measures from the ascender to the descender. */
const WIDTHS = { narrow: 0.4, usual: 0.68, wide: 1 } as const
const narrow = /^[ijltfr.,:;'|!()[\]\u0627]$/u
const wide =
  /^[mwMWQ@%&—…]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff00-\uff60]/u
/** Scripts that join letters into clusters of any width. */
const clusterScripts =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Gujr}\p{scx=Orya}\p{scx=Guru}\p{scx=Sinh}]/u
/** A line does not end with the first kind or start with the second. */
const opening = /^[\p{Ps}\p{Pi}#@]+$/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}ー]+$/u
/** Pairs that form one character. */
const lam = /^ل/u
const alef = /^[اأإآٱ]/u

const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks runs without spaces that are wider than `room`, in units of the font size: between words if the script
 * has them, otherwise between grapheme clusters. */
export function breakLines(text: string, room: number): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .split(SPACE)
        .map((run) => breakRun(run, room))
        .join(SPACE),
    )
    .join('\n')
}

function breakRun(run: string, room: number): string {
  if (widthOf(run) <= room) return run
  const lines: string[] = []
  let current = ''
  const add = (piece: string) => {
    if (current !== '' && widthOf(current + piece) > room) {
      lines.push(current)
      current = ''
    }
    current += piece
  }
  for (const word of wordsOf(run)) {
    if (widthOf(word) <= room) add(word)
    else for (const grapheme of graphemesOf(word)) add(grapheme)
  }
  return [...lines, current].join('\n')
}

/** Clusters with their combining characters. */
function wordsOf(run: string): string[] {
  return joinPieces(
    [...wordSegmenter.segment(run)].map(({ segment }) => segment),
    (before, next) => opening.test(before) || closing.test(next),
  )
}

function graphemesOf(word: string): string[] {
  return joinPieces(
    [...graphemes.segment(word)].map(({ segment }) => segment),
    (before, next) => lam.test(before) && alef.test(next),
  )
}

function joinPieces(
  pieces: readonly string[],
  belongTogether: (before: string, next: string) => boolean,
): string[] {
  const all: string[] = []
  let before = ''
  for (const piece of pieces) {
    if (all.length > 0 && belongTogether(before, piece)) all.push(`${all.pop()}${piece}`)
    else all.push(piece)
    before = piece
  }
  return all
}

function widthOf(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + graphemeWidth(segment), 0)
}

function graphemeWidth(grapheme: string): number {
  if (wide.test(grapheme) || clusterScripts.test(grapheme)) return WIDTHS.wide
  return narrow.test(grapheme) ? WIDTHS.narrow : WIDTHS.usual
}
