/** A button without a look of its own, for the shell's own furniture. */
export { Button as BareButton } from 'react-aria-components/Button'
