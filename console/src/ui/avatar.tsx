/** Grounds dark enough for white letters in either theme. */
const grounds = ['#6b54a3', '#8a4b12', '#0f7173', '#9c3a64', '#2a498e', '#4d6a14', '#71520c', '#3a5a78']

interface AvatarProps {
  readonly firstName: string
  readonly lastName: string
  /** What the colour is taken from. */
  readonly id: string
}

export function Avatar({ firstName, lastName, id }: AvatarProps) {
  const sum = [...id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden
      className="grid size-[26px] shrink-0 place-items-center rounded-full text-11 font-head text-[#fff] select-none"
      style={{ background: grounds[sum % grounds.length] }}
    >
      {initial(firstName) + initial(lastName)}
    </span>
  )
}

/** The first letter as a reader sees it, with its vowel sign. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toUpperCase() ?? ''
}
