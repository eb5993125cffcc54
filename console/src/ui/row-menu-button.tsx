import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { IconButton } from './icon-button'

/** Opens a row's menu: visible on hover and focus, and always on touch screens. */
export function RowMenuButton({ label }: { readonly label: string }) {
  return (
    <IconButton
      size="small"
      label={label}
      className="ms-auto opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-100"
    >
      <DotsThree size={16} weight="bold" />
    </IconButton>
  )
}
