/** After the control with the focus was removed: the focus goes to the page, not to its beginning. */
export const keepFocus = () =>
  void setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus()
  })
