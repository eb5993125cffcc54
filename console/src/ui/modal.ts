/** The bare parts of a dialog, for the palette, which looks like no other. */
export { Dialog as BareDialog } from 'react-aria-components/Dialog'
export { Modal, ModalOverlay } from 'react-aria-components/Modal'
