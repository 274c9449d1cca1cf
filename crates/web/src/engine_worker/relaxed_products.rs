//! Faster products for the network, in browsers that have relaxed SIMD: a small module that works in this program's memory, and whose
//! function becomes one of this program's own. Without it everything works, and gives the same results.

#![allow(unsafe_code, reason = "this program calls a function of another module")]

use js_sys::{Function, Object, Reflect, Uint8Array, WebAssembly};
use shangrila_kernels::RELAXED_MODULE;
use wasm_bindgen::{JsCast, JsValue};

/// Uses the faster products from now on, if the browser has the instructions and they are faster on this processor.
pub(super) fn install() {
    // An error means that it has not.
    let _ = instantiate();
}

fn instantiate() -> Result<(), JsValue> {
    let module = WebAssembly::Module::new(&Uint8Array::from(RELAXED_MODULE))?;
    let (imports, app) = (Object::new(), Object::new());
    Reflect::set(&app, &"memory".into(), &wasm_bindgen::memory())?;
    Reflect::set(&imports, &"app".into(), &app)?;
    let exports = WebAssembly::Instance::new(&module, &imports)?.exports();
    let is_fast: Function = Reflect::get(&exports, &"is_fast".into())?.dyn_into()?;
    if is_fast.call0(&JsValue::UNDEFINED)? == 0 {
        return Ok(());
    }
    let multiply: Function = Reflect::get(&exports, &"multiply".into())?.dyn_into()?;
    let functions: WebAssembly::Table = wasm_bindgen::function_table().dyn_into()?;
    let place = functions.grow(1)?;
    functions.set(place, &multiply)?;
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    // SAFETY: that is the function, and it works in the memory of this program.
    unsafe {
        shangrila_kernels::use_relaxed_products(place as usize);
    }
    Ok(())
}
