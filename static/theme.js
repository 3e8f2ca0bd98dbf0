/* Before the first paint: the theme the person chose, if they chose one ('light' or 'dark'). A file of its own, since the page's policy allows no inline script. */
(function () {
	try {
		var theme = localStorage.getItem('commonplace:theme');
		if (theme !== 'light' && theme !== 'dark') return;
		document.documentElement.dataset.theme = theme;
		var other = theme === 'light' ? 'dark' : 'light';
		var paper = document.querySelector('meta[name="theme-color"][media*="' + theme + '"]');
		var unused = document.querySelector('meta[name="theme-color"][media*="' + other + '"]');
		if (paper) paper.removeAttribute('media');
		if (unused) unused.remove();
	} catch {
		/* storage is switched off: the system's theme then */
	}
})();
