import { cx } from './cx'

/** Grounds dark enough for white letters in either theme. */
const grounds = ['#6b54a3', '#8a4b12', '#0f7173', '#9c3a64', '#2a498e', '#4d6a14', '#71520c', '#3a5a78']

interface AvatarProps {
  readonly firstName: string
  readonly lastName: string
  /** What the colour is taken from. */
  readonly id: string
}

/** Somebody, as a round of initials. */
export function Avatar({ firstName, lastName, id }: AvatarProps) {
  return <Initials words={[firstName, lastName]} id={id} size={26} corner={13} />
}

interface InitialsProps {
  /** The first letters of the first two are shown. */
  readonly words: readonly string[]
  readonly id: string
  readonly size: number
  readonly corner: number
}

export function Initials({ words, id, size, corner }: InitialsProps) {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center font-head text-[#fff] select-none',
        size >= 40 ? 'text-16' : 'text-11',
      )}
      style={{
        width: size,
        height: size,
        borderRadius: corner,
        background: grounds[sum % grounds.length],
      }}
    >
      {words.slice(0, 2).map(initial).join('')}
    </span>
  )
}

/** The first letter as a reader sees it, with its vowel sign. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toUpperCase() ?? ''
}
