/** The protocol of a server is found by trying all of them. */
export const AUTO_PROTOCOL = 'auto'
