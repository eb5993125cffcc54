/** Where libass breaks lines by itself. */
const SPACE = ' '
/** What these take of the font's size at most; libass has it from the top of the highest letter to below the lowest. */
const WIDTHS = { narrow: 0.4, usual: 0.68, wide: 1 } as const
const narrow = /^[ijltfr.,:;'|!()[\]\u0627]$/u
const wide =
  /^[mwMWQ@%&—…]|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff00-\uff60]/u
/** Scripts whose letters are joined to clusters that are as broad as they like. */
const clustered =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Gujr}\p{scx=Orya}\p{scx=Guru}\p{scx=Sinh}]/u
/** No line ends with the one or begins with the other. */
const opening = /^[\p{Ps}\p{Pi}#@]+$/u
const closing = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}\p{M}ー]+$/u
/** These two are one sign. */
const lam = /^ل/u
const alef = /^[اأإآٱ]/u

const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The text with a break wherever a run without a space would be wider than `room`, in sizes of the font: between words
 * where the script has any, else between letters as a reader knows them.
 */
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

/** With the signs that belong to them. */
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
