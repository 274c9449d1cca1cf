//! Soft sounds synthesised with Web Audio: wood for tiles, a bell for journeys, a low drum for stones.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

/// A sound effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    Choose,
    Place,
    Recruit,
    Journey,
    /// Masters are driven out.
    DriveOut,
    Bridge,
    Stone,
    /// It is the player's turn, after others have moved.
    Turn,
}

/// A tone: frequency in hertz, start and fade in seconds, volume.
type Tone = (f32, f64, f64, f32);

impl Sound {
    const fn tones(self) -> (OscillatorType, &'static [Tone]) {
        match self {
            Sound::Choose => (OscillatorType::Sine, &[(660.0, 0.0, 0.08, 0.05)]),
            Sound::Place => (OscillatorType::Triangle, &[(196.0, 0.0, 0.16, 0.2), (392.0, 0.0, 0.06, 0.06)]),
            Sound::Recruit => (OscillatorType::Triangle, &[(220.0, 0.0, 0.14, 0.16), (294.0, 0.09, 0.16, 0.16)]),
            Sound::Journey => {
                (OscillatorType::Sine, &[(523.0, 0.0, 0.9, 0.08), (784.0, 0.12, 0.8, 0.06), (1046.0, 0.24, 0.7, 0.04)])
            }
            Sound::DriveOut => {
                (OscillatorType::Triangle, &[(98.0, 0.0, 0.3, 0.4), (65.0, 0.0, 0.4, 0.4), (415.0, 0.0, 0.05, 0.12)])
            }
            // Planks that break one after the other.
            Sound::Bridge => (
                OscillatorType::Sawtooth,
                &[
                    (185.0, 0.0, 0.07, 0.14),
                    (139.0, 0.08, 0.09, 0.14),
                    (110.0, 0.19, 0.11, 0.12),
                    (73.0, 0.32, 0.4, 0.16),
                ],
            ),
            Sound::Turn => (OscillatorType::Sine, &[(587.0, 0.0, 0.5, 0.1), (880.0, 0.14, 0.7, 0.08)]),
            Sound::Stone => (OscillatorType::Sine, &[(82.0, 0.0, 0.6, 0.35), (123.0, 0.0, 0.3, 0.12)]),
        }
    }
}

thread_local! {
    /// The volume, from 0 for silence to 1.
    static VOLUME: Cell<f32> = const { Cell::new(0.0) };
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Sets the volume of all sounds, from 0 for silence to 1.
pub(crate) fn set_volume(volume: f32) {
    VOLUME.set(volume);
}

/// Plays a sound, if it can be heard and the browser supports it.
pub(crate) fn play(sound: Sound) {
    if VOLUME.get() > 0.0 {
        // Sound is optional: ignore failures.
        let _ = try_play(sound);
    }
}

fn try_play(sound: Sound) -> Result<(), JsValue> {
    CONTEXT.with_borrow_mut(|context| {
        let context = match context {
            Some(context) => context,
            None => context.insert(AudioContext::new()?),
        };
        let now = context.current_time();
        let (shape, tones) = sound.tones();
        for &(frequency, begin, fade, volume) in tones {
            let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
            oscillator.set_type(shape);
            oscillator.frequency().set_value(frequency);
            let volumes = gain.gain();
            volumes.set_value_at_time(0.0001, now + begin)?;
            volumes.exponential_ramp_to_value_at_time(volume * VOLUME.get(), now + begin + 0.012)?;
            volumes.exponential_ramp_to_value_at_time(0.0001, now + begin + fade)?;
            oscillator.connect_with_audio_node(&gain)?;
            gain.connect_with_audio_node(&context.destination())?;
            oscillator.start_with_when(now + begin)?;
            oscillator.stop_with_when(now + begin + fade + 0.05)?;
        }
        Ok(())
    })
}
