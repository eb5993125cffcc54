export { Focusable } from 'react-aria-components/Focusable'
