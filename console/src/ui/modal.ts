/** The unstyled parts of a dialog, for the palette. */
export { Dialog as BareDialog } from 'react-aria-components/Dialog'
export { Modal, ModalOverlay } from 'react-aria-components/Modal'
