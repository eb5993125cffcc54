import { User } from '@phosphor-icons/react/dist/csr/User'

/** The picture of a face, or a placeholder. */
export function Face({ picture }: { readonly picture: string | null }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-full bg-sunk text-ink-3">
      {picture === null ? (
        <User size={20} aria-hidden />
      ) : (
        <img src={picture} alt="" className="size-full object-cover" />
      )}
    </span>
  )
}
