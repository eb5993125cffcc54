/** An unstyled button for the shell. */
export { Button as BareButton } from 'react-aria-components/Button'
