/** The style sheet of the widget. Its colours are set on the host element, so that no page needs 'unsafe-inline'. */
export const style = `
:host{all:initial;position:fixed;bottom:20px;right:20px;z-index:2147483000;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
--bg:#fff;--sunken:#f4f5f7;--text:#16181d;--muted:#5b6270;--line:#d9dce2;--danger:#b42318;color:var(--text);color-scheme:light}
:host([data-side=left]){right:auto;left:20px}
:host([data-theme=dark]){--bg:#1b1d22;--sunken:#131519;--text:#eceef2;--muted:#a3a9b6;--line:#3a3e48;--danger:#f97066;color-scheme:dark}
@media(prefers-color-scheme:dark){:host(:not([data-theme=light])){--bg:#1b1d22;--sunken:#131519;--text:#eceef2;--muted:#a3a9b6;--line:#3a3e48;--danger:#f97066;color-scheme:dark}}
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
button,input,textarea{font:inherit;color:inherit}
button{cursor:pointer;border:0;background:none}
button:disabled{opacity:.55;cursor:not-allowed}
:focus-visible{outline:2px solid var(--text);outline-offset:2px}
.launch{position:relative;display:grid;place-items:center;width:56px;height:56px;margin-left:auto;border-radius:28px;background:var(--accent);color:var(--on-accent);box-shadow:0 4px 16px rgb(0 0 0/.24)}
:host([data-side=left]) .launch{margin-left:0}
.launch svg{width:26px;height:26px}
.count{position:absolute;top:-3px;right:-3px;min-width:20px;height:20px;padding:0 5px;border-radius:10px;background:#b42318;color:#fff;font-size:12px;line-height:20px;font-weight:600;text-align:center}
.panel{position:absolute;bottom:68px;right:0;display:flex;flex-direction:column;width:380px;height:min(600px,calc(100vh - 108px));height:min(600px,calc(100dvh - 108px));border:1px solid var(--line);border-radius:12px;background:var(--bg);box-shadow:0 12px 40px rgb(0 0 0/.22);overflow:hidden}
:host([data-side=left]) .panel{right:auto;left:0}
header{display:flex;align-items:center;gap:8px;padding:10px 8px 10px 16px;border-bottom:1px solid var(--line)}
header div{flex:1;min-width:0}
h2{font-size:15px;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.status{font-size:13px;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.icon{display:grid;place-items:center;width:40px;height:40px;border-radius:8px;color:var(--muted)}
.icon:hover{background:var(--sunken)}
.icon svg{width:20px;height:20px}
.log{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:6px 16px 16px;background:var(--sunken)}
.m{max-width:88%;width:fit-content;margin-top:10px}
.m.mine{margin-left:auto}
.m.note{max-width:100%;width:auto;text-align:center;font-size:13px;color:var(--muted);overflow-wrap:anywhere}
.who{font-size:12px;color:var(--muted);margin-bottom:2px}
.mine .who{text-align:right}
.b{padding:8px 12px;border-radius:10px;border:1px solid var(--line);background:var(--bg);white-space:pre-wrap;overflow-wrap:anywhere}
.mine .b{width:fit-content;margin-left:auto;border-color:transparent;background:var(--accent);color:var(--on-accent)}
.state{font-size:12px;color:var(--muted);text-align:right;margin-top:2px}
.bad{color:var(--danger)}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin-top:6px}
.group{display:flex;flex-wrap:wrap;align-items:center;gap:6px}
.row span{font-size:13px;color:var(--muted)}
.chip{min-height:32px;padding:4px 10px;border:1px solid var(--line);border-radius:8px;background:var(--bg);font-size:14px;text-align:left;overflow-wrap:anywhere}
.chip:hover{border-color:var(--muted)}
.link{min-height:24px;padding:0;text-align:left;font-size:13px;color:var(--muted);text-decoration:underline;text-underline-offset:3px;overflow-wrap:anywhere}
.typing{min-height:20px;padding:0 16px;background:var(--sunken);font-size:13px;line-height:20px;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.foot{border-top:1px solid var(--line);padding:10px 12px 12px}
.foot form{display:flex;align-items:flex-end;gap:8px}
textarea,input{width:100%;min-width:0;padding:8px 10px;border:1px solid var(--line);border-radius:8px;background:var(--bg)}
::placeholder{color:var(--muted);opacity:1}
textarea:focus-visible,input:focus-visible{outline-offset:-1px}
textarea{resize:none;height:44px;max-height:120px}
.send{height:44px;padding:0 14px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600}
.contact{display:grid;gap:6px;margin-top:10px;padding:12px;border:1px solid var(--line);border-radius:10px;background:var(--bg)}
.contact label{font-size:13px;color:var(--muted)}
.under{display:flex;justify-content:space-between;gap:8px;margin-top:6px}
.article{flex:1;min-height:0;overflow-y:auto;padding:16px}
.article h3{font-size:16px;margin-bottom:8px;overflow-wrap:anywhere}
.article h4{font-size:15px;margin:12px 0 4px;overflow-wrap:anywhere}
.article p{margin-bottom:8px;white-space:pre-wrap;overflow-wrap:anywhere}
.alert{padding:8px 16px;font-size:13px;color:var(--danger);background:var(--bg);border-top:1px solid var(--line)}
.empty{margin:auto;padding:24px;text-align:center;color:var(--muted)}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:480px),(max-height:480px){:host,:host([data-side=left]){bottom:16px}:host([data-open]){inset:0!important}
:host([data-open]) .panel{inset:0;width:auto;height:auto;border:0;border-radius:0}:host([data-open]) .launch{display:none}
textarea,input{font-size:16px}}
@media(prefers-reduced-motion:no-preference){.panel{animation:up .16s ease-out}@keyframes up{from{opacity:0;transform:translateY(8px)}}}
@media print{:host{display:none}}
`;

/** White or black, whichever reads better on a colour: 4.5:1 at least on every one (WCAG 2.2, contrast ratio). */
export function textOn(colour: string): string {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#fff' : '#000';
}
