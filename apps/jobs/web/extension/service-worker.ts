import { LOOK } from './look-message.ts';

// The token is for the panel; what runs inside of pages has no use for it.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

/**
 * A click on the icon opens the panel. It also is what lets the extension read this one tab, until it goes to another
 * site; a panel that is open already is told to look.
 */
chrome.action.onClicked.addListener(({ windowId }) => {
  void chrome.sidePanel.open({ windowId });
  // Nobody listens while the panel is still opening; it looks by itself then.
  chrome.runtime.sendMessage(LOOK).catch(() => undefined);
});
