/** Characters where libass breaks lines itself. */
const SPACE = ' '
/** Maximum widths relative to the font size, which libass measures from the ascender to the descender. */
const WIDTHS = { narrow: 0.4, usual: 0.68, wide: 1 } as const
const narrow = /^[ijltfr.,:;'|!()[\]\u0627]$/u
const wide =
  /^[mwMWQ@%&—…]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff00-\uff60]/u
/** Scripts that join letters into clusters of any width. */
const clustered =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Gujr}\p{scx=Orya}\p{scx=Guru}\p{scx=Sinh}]/u
/** A line does not end with the first kind or start with the second. */
const opening = /^[\p{Ps}\p{Pi}#@]+$/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}ー]+$/u
/** Pairs that form one character. */
const lam = /^ل/u
const alef = /^[اأإآٱ]/u

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Breaks runs without spaces that are wider than `room`, in units of the font size: between words if the script
 * has them, otherwise between grapheme clusters. */
export function brokenToFit(text: string, room: number): string {
  return text
    .split('\n')
    .map((line) =>
      line
        .split(SPACE)
        .map((run) => brokenRun(run, room))
        .join(SPACE),
    )
    .join('\n')
}

function brokenRun(run: string, room: number): string {
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
    else for (const letter of lettersOf(word)) add(letter)
  }
  return [...lines, current].join('\n')
}

/** Clusters with their combining characters. */
function wordsOf(run: string): string[] {
  return joined(
    [...words.segment(run)].map(({ segment }) => segment),
    (before, next) => opening.test(before) || closing.test(next),
  )
}

function lettersOf(word: string): string[] {
  return joined(
    [...letters.segment(word)].map(({ segment }) => segment),
    (before, next) => lam.test(before) && alef.test(next),
  )
}

function joined(pieces: readonly string[], belong: (before: string, next: string) => boolean): string[] {
  const all: string[] = []
  let before = ''
  for (const piece of pieces) {
    if (all.length > 0 && belong(before, piece)) all.push(`${all.pop()}${piece}`)
    else all.push(piece)
    before = piece
  }
  return all
}

function widthOf(text: string): number {
  return [...letters.segment(text)].reduce((sum, { segment }) => sum + letterWidth(segment), 0)
}

function letterWidth(letter: string): number {
  if (wide.test(letter) || clustered.test(letter)) return WIDTHS.wide
  return narrow.test(letter) ? WIDTHS.narrow : WIDTHS.usual
}
