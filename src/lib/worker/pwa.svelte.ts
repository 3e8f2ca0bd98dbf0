/** The page's side of the service worker: registers it, says when a new build waits, and changes over when the person wants it. */

const HOUR = 3_600_000;

/** State for the screens; started once by the connection, after the notebook is ready, so that caching does not delay it. */
class Pwa {
	/** A new build is here and waits for `applyUpdate()`. */
	updateReady = $state(false);
	/** The app is cached whole: it opens without network. */
	offlineReady = $state(false);
	#registration: ServiceWorkerRegistration | undefined;
	#started = false;
	#isWanted = false;

	/** Does nothing in development, or where there are no service workers. */
	start(): void {
		if (this.#started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
		this.#started = true;
		this.#reloadOnTakeover();
		this.#register().catch((error: unknown) => console.warn('The app will not work offline:', error));
	}

	/** Lets the waiting build take over; every tab then reloads. */
	applyUpdate(): void {
		this.#registration?.waiting?.postMessage('skip');
	}

	/** Changes over as soon as a new build is here: the present one can do nothing more. */
	wantUpdate(): void {
		this.#isWanted = true;
		this.#look();
	}

	async #register() {
		// Registering what is registered already waits for the browser's own check, seconds later. Undefined, whatever the types
		// say, where service workers are blocked.
		const container = navigator.serviceWorker;
		const registration = ((await container.getRegistration()) ??
			(await container.register('/service-worker.js', { updateViaCache: 'none' }))) as
			ServiceWorkerRegistration | undefined;
		if (!registration) return;
		this.#registration = registration;
		this.#look();
		registration.addEventListener('updatefound', () => {
			registration.installing?.addEventListener('statechange', () => this.#look());
			this.#look();
		});
		registration.installing?.addEventListener('statechange', () => this.#look());
		const check = () => void registration.update().catch(() => undefined); // offline: next time
		check();
		setInterval(check, HOUR);
	}

	#look() {
		this.offlineReady = Boolean(this.#registration?.active);
		this.updateReady = Boolean(this.#registration?.waiting && navigator.serviceWorker.controller);
		if (this.updateReady && this.#isWanted) this.applyUpdate();
	}

	/** The first worker of all takes an open page over without a reload: it is of the same build. */
	#reloadOnTakeover() {
		let controlled = Boolean(navigator.serviceWorker.controller);
		navigator.serviceWorker.addEventListener('controllerchange', () => {
			if (controlled) location.reload();
			controlled = true;
		});
	}
}

export const pwa = new Pwa();
